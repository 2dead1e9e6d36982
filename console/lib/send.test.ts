import type { VerifiedBuild } from 'sibyl/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Connection } from './connection.ts'

type Step = 'build' | 'submit' | 'wait'

/** Enough for what is promised at once to be kept. */
const settle = () => new Promise(setImmediate)

describe('one thing after the other until a block has it', () => {
  beforeEach(() => {
    vi.resetModules()
    vi.stubGlobal('addEventListener', () => undefined)
  })
  afterEach(() => vi.unstubAllGlobals())

  /** A wallet that does each step when it is told to, and what it was asked for. */
  const begin = async () => {
    const { send, sending, leaveSheet } = await import('./send.ts')
    const { connection, walletRevision } = await import('./wallet.ts')
    const asked: string[] = []
    const waiting: Partial<Record<Step, { resolve(value?: unknown): void; reject(error: unknown): void }>> =
      {}
    const step = (name: Step) => () => {
      asked.push(name)
      return new Promise<never>((resolve, reject) => {
        waiting[name] = { resolve: resolve as () => void, reject }
      })
    }
    const build = { txId: 'tx' } as unknown as VerifiedBuild
    connection.value = {
      trader: { build: step('build') },
      submit: step('submit'),
      wait: step('wait'),
    } as unknown as Connection
    const go = (title = 'Buy') =>
      send(title, { kind: 'settle', address: 'm' }, ['words'], {}, () => void asked.push('yes'))
    const pass = async (name: Step): Promise<void> => {
      waiting[name]?.resolve(build)
      await settle()
    }
    const fail = async (name: Step, error: unknown): Promise<void> => {
      waiting[name]?.reject(error)
      await settle()
    }
    const answer = async (yes: boolean): Promise<void> => {
      const now = sending.value
      if (now?.step !== 'asking') throw new Error(`nothing is asked: ${now?.step}`)
      now.answer(yes)
      await settle()
    }
    const stepNow = () => sending.value?.step ?? null
    return { go, pass, fail, answer, asked, leaveSheet, sending, stepNow, walletRevision }
  }

  test('default: built, asked, signed, waited for; what must be kept is kept before the wallet signs', async () => {
    const { go, pass, answer, asked, stepNow, walletRevision } = await begin()
    const sent = go()
    const steps = [stepNow()]
    await pass('build')
    steps.push(stepNow())
    await answer(true)
    steps.push(stepNow())
    await pass('submit')
    steps.push(stepNow())
    await pass('wait')
    steps.push(stepNow())
    expect(steps).toEqual(['building', 'asking', 'signing', 'waiting', 'done'])
    expect(asked).toEqual(['build', 'yes', 'submit', 'wait'])
    expect([await sent, walletRevision.value]).toEqual(['tx', 1])
  })
  test.each(['no', 'a sheet that is left'])('behavior: %s is no, and nothing is kept', async (how) => {
    const { go, pass, answer, asked, leaveSheet, stepNow } = await begin()
    const sent = go()
    await pass('build')
    if (how === 'no') await answer(false)
    else leaveSheet()
    expect([await sent, stepNow(), asked]).toEqual([null, null, ['build']])
  })
  test('behavior: who leaves before there is a question is asked none', async () => {
    const { go, pass, asked, leaveSheet, stepNow } = await begin()
    const sent = go()
    leaveSheet()
    await pass('build')
    expect([await sent, stepNow(), asked]).toEqual([null, null, ['build']])
  })
  test('behavior: while something is asked nothing else is', async () => {
    const { go, pass, asked, sending } = await begin()
    void go('first')
    expect(await go('second')).toBeNull()
    await pass('build')
    expect(await go('third')).toBeNull()
    expect([asked, sending.value?.title]).toEqual([['build'], 'first'])
  })
  test('behavior: what is done in the background says nothing, what fails there comes back', async () => {
    const { go, pass, fail, answer, leaveSheet, sending, stepNow } = await begin()
    const first = go('first')
    await pass('build')
    await answer(true)
    await pass('submit')
    leaveSheet()
    expect(stepNow()).toBeNull()
    await pass('wait')
    expect([await first, stepNow()]).toEqual(['tx', null])
    const second = go('second')
    await pass('build')
    await answer(true)
    leaveSheet()
    await fail('submit', new Error('the wallet is locked'))
    expect(await second).toBeNull()
    expect(sending.value).toEqual({
      step: 'failed',
      title: 'second',
      trouble: 'the wallet is locked',
      hint: null,
    })
  })
  test.each([
    ['its reason', 'STATE_CONFLICT', { reason: 'would_cross' }, /^A post-only order/],
    ['its code', 'INSUFFICIENT_BALANCE', {}, /^Get coins/],
    ['no name of ours', 'STATE_CONFLICT', { reason: 'constructor' }, null],
  ] as const)('error: what to do goes by %s', async (_, code, details, hint) => {
    const { go, fail, sending } = await begin()
    const sent = go()
    const { SibylError } = await import('sibyl/client')
    const answer = { code, status: 409, message: 'no', details, requestId: null, retryAfterMs: null }
    await fail('build', new SibylError(answer))
    expect(await sent).toBeNull()
    const told = sending.value as { hint: string | null; trouble: string }
    expect(told.trouble).toBe('no')
    if (hint === null) expect(told.hint).toBeNull()
    else expect(told.hint).toMatch(hint)
  })
})
