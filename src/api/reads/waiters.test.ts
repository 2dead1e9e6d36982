import { describe, expect, test } from 'vitest'
import { type Caller, createWaiters } from './waiters.ts'

function holding() {
  const waiters = createWaiters()
  let end = (): void => undefined
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  const waiting: Promise<void>[] = []
  return {
    waiters,
    hold(caller: Caller, times: number) {
      for (let n = 0; n < times; n++) waiting.push(waiters.wait(caller, () => held))
    },
    async end() {
      end()
      await Promise.all(waiting)
    },
  }
}
/** Without a key. */
const somebody = (address: string): Caller => ({ owner: null, address })
const a = somebody('a')
const b = somebody('b')
const other = somebody('other')
const at = async () => 'there'

describe('waiters', () => {
  test('default: the work’s own answer', async () => {
    expect(await createWaiters().wait(a, at)).toBe('there')
  })
  test('behavior: a caller’s seventeenth is refused, another’s first is not', async () => {
    const { waiters, hold, end } = holding()
    hold(a, 15)
    expect(await waiters.wait(a, at)).toBe('there')
    hold(a, 1)
    await expect(waiters.wait(a, at)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { limit: 16, reason: 'waiting', retryAfter: 5 },
    })
    expect(await waiters.wait(b, at)).toBe('there')
    await end()
    expect(await waiters.wait(a, at)).toBe('there')
  })
  test('behavior: a wallet has sixteen places, from wherever it asks, and a wallet beside it has its own', async () => {
    const { waiters, hold, end } = holding()
    for (let n = 0; n < 16; n++) hold({ owner: 'wallet', address: `address ${n}` }, 1)
    await expect(waiters.wait({ owner: 'wallet', address: 'one more' }, at)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { limit: 16 },
    })
    expect(await waiters.wait({ owner: 'another', address: 'address 1' }, at)).toBe('there')
    expect(await waiters.wait(somebody('address 1'), at)).toBe('there')
    await end()
    expect(await waiters.wait({ owner: 'wallet', address: 'one more' }, at)).toBe('there')
  })
  test('behavior: all wallets behind one address have half of the places', async () => {
    const { waiters, hold, end } = holding()
    for (let n = 0; n < 4; n++) hold({ owner: `wallet ${n}`, address: 'a' }, 16)
    await expect(waiters.wait({ owner: 'wallet 4', address: 'a' }, at)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { limit: 64 },
    })
    expect(await waiters.wait({ owner: 'wallet 4', address: 'b' }, at)).toBe('there')
    await end()
    expect(await waiters.wait({ owner: 'wallet 4', address: 'a' }, at)).toBe('there')
  })
  test('behavior: wallets that wait at an address leave the places of who asks there without a key alone', async () => {
    const { waiters, hold, end } = holding()
    for (let n = 0; n < 17; n++) hold({ owner: `wallet ${n}`, address: 'a' }, 1)
    expect(await waiters.wait(a, at)).toBe('there')
    hold(a, 16)
    expect(await waiters.wait({ owner: 'wallet 17', address: 'a' }, at)).toBe('there')
    await end()
  })
  test('behavior: all callers together have 128 places', async () => {
    const { waiters, hold, end } = holding()
    for (let caller = 0; caller < 8; caller++) hold(somebody(`caller ${caller}`), caller === 7 ? 15 : 16)
    expect(await waiters.wait(other, at)).toBe('there')
    hold(other, 1)
    await expect(waiters.wait(other, at)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { reason: 'overload' },
    })
    await end()
    expect(await waiters.wait(other, at)).toBe('there')
  })
  test('error: who fails gives the place back', async () => {
    const { waiters, hold, end } = holding()
    hold(a, 15)
    for (let n = 0; n < 3; n++)
      await expect(waiters.wait(a, () => Promise.reject(new Error('late')))).rejects.toThrow('late')
    expect(await waiters.wait(a, at)).toBe('there')
    await end()
  })
})
