import { describe, expect, test } from 'vitest'
import { createManualClock, Fault } from '../kit/index.ts'
import { type CallVerdict, createCircuitBreaker } from './circuit-breaker.ts'

function setup() {
  const clock = createManualClock(0)
  const breaker = createCircuitBreaker(clock, { windowCalls: 10, failureShare: 0.5, openMs: 10_000 })
  const call = (verdict: CallVerdict) => breaker.enter()(verdict)
  return { clock, breaker, call }
}

describe('createCircuitBreaker', () => {
  test('default: half of ten calls failed opens it, one fewer does not', () => {
    const { breaker, call } = setup()
    for (let i = 0; i < 4; i++) call('failed')
    for (let i = 0; i < 6; i++) call('ok')
    breaker.enter()('ok')
    for (let i = 0; i < 5; i++) call('failed')
    expect(() => breaker.enter()).toThrow(Fault)
  })
  test('behavior: nine failures are too few to judge', () => {
    const { breaker, call } = setup()
    for (let i = 0; i < 9; i++) call('failed')
    breaker.enter()
  })
  test('behavior: after ten seconds one probe passes, and only one', () => {
    const { clock, breaker, call } = setup()
    for (let i = 0; i < 10; i++) call('failed')
    clock.advance(9_999)
    expect(() => breaker.enter()).toThrow(Fault)
    clock.advance(1)
    const leave = breaker.enter()
    expect(() => breaker.enter()).toThrow(Fault)
    leave('ok')
    call('ok')
    call('ok')
  })
  test('behavior: a failed probe opens it again, an unjudged one lets the next probe in', () => {
    const { clock, breaker, call } = setup()
    for (let i = 0; i < 10; i++) call('failed')
    clock.advance(10_000)
    call('unjudged')
    call('failed')
    expect(() => breaker.enter()).toThrow(Fault)
  })
  test('behavior: a call that began before it opened does not end the probe', () => {
    const { clock, breaker, call } = setup()
    const slow = breaker.enter()
    for (let i = 0; i < 10; i++) call('failed')
    clock.advance(10_000)
    const probe = breaker.enter()
    slow('ok')
    expect(() => breaker.enter()).toThrow(Fault)
    probe('ok')
    breaker.enter()
  })
})
