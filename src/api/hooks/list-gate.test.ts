import { describe, expect, test } from 'vitest'
import { overloaded } from '../errors/overloaded.ts'
import { createListGate } from './list-gate.ts'

/** Work that ends when it is told to. */
function deferred(): { readonly done: Promise<void>; end(): void; fail(error: Error): void } {
  let end = (): void => undefined
  let fail: (error: Error) => void = () => undefined
  const done = new Promise<void>((resolve, reject) => {
    end = resolve
    fail = reject
  })
  return { done, end: () => end(), fail: (error) => fail(error) }
}

describe('list gate', () => {
  test('default: what passes is answered', async () => {
    expect(await createListGate().pass('list', async () => 'page')).toBe('page')
  })
  test('behavior: 96 are worked on at once, one more is refused without being started', async () => {
    const gate = createListGate()
    const held = deferred()
    let started = 0
    const work = () => {
      started += 1
      return held.done
    }
    const inside = Array.from({ length: 96 }, () => gate.pass(Symbol('page'), work))
    expect(gate.hasRoom('list')).toBe(false)
    expect(() => gate.pass('list', work)).toThrow(overloaded)
    expect(started).toBe(96)
    held.end()
    await Promise.all(inside)
    expect(await gate.pass('list', async () => 'page')).toBe('page')
  })
  test('behavior: whoever fails gives the place back', async () => {
    const gate = createListGate()
    const held = deferred()
    const inside = Array.from({ length: 96 }, (_, n) => gate.pass(`list ${n}`, () => held.done))
    held.fail(new Error('broken'))
    expect((await Promise.allSettled(inside)).map(({ status }) => status)).toEqual(
      inside.map(() => 'rejected'),
    )
    expect(await gate.pass('list', async () => 'page')).toBe('page')
  })
  test('behavior: whoever throws at once gives the place back', async () => {
    const gate = createListGate(1)
    const broken = () => {
      throw new Error('broken')
    }
    await expect(gate.pass('list', broken)).rejects.toThrow('broken')
    expect(await gate.pass('list', async () => 'page')).toBe('page')
  })
  test('behavior: work of one name shares a place until the last of it is done', async () => {
    const gate = createListGate(1)
    const first = deferred()
    const second = deferred()
    const inside = [gate.pass('list', () => first.done), gate.pass('list', () => second.done)]
    expect([gate.hasRoom('list'), gate.hasRoom('another')]).toEqual([true, false])
    first.end()
    await inside[0]
    expect([gate.hasRoom('list'), gate.hasRoom('another')]).toEqual([true, false])
    expect(() => gate.pass('another', () => first.done)).toThrow(overloaded)
    second.end()
    await inside[1]
    expect(gate.hasRoom('another')).toBe(true)
    expect(await gate.pass('another', async () => 'page')).toBe('page')
  })
})
