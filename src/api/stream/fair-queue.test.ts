import { describe, expect, test } from 'vitest'
import { afterThisTurn } from '../../kit/index.ts'
import { createFairQueue } from './fair-queue.ts'

const turn = () => new Promise<void>((resolve) => afterThisTurn(resolve))

/** Works that end when they are told to, and the order in which they began. */
function watch(atOnceMax: number) {
  const queue = createFairQueue(atOnceMax)
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  return {
    begun,
    ask(name: string): Promise<string> {
      const [caller = ''] = name.split(' ')
      return queue.run(caller, () => {
        begun.push(name)
        return new Promise((resolve, reject) => {
          ends.set(name, (error) => (error ? reject(error) : resolve(name)))
        })
      })
    },
    end: (name: string, error?: Error) => ends.get(name)!(error),
  }
}

describe('fair queue', () => {
  test('default: the work’s own answer', async () => {
    expect(await createFairQueue(1).run('a', async () => 'done')).toBe('done')
  })
  test('behavior: one of each caller at once, and no more than the bound of all', async () => {
    const { begun, ask, end } = watch(2)
    const first = ask('a 1')
    for (const name of ['a 2', 'a 3', 'b 1', 'c 1']) void ask(name)
    await turn()
    expect(begun).toEqual(['a 1', 'b 1'])
    end('a 1')
    expect(await first).toBe('a 1')
    await turn()
    expect(begun).toEqual(['a 1', 'b 1', 'a 2'])
    end('a 2')
    await turn()
    expect(begun).toEqual(['a 1', 'b 1', 'a 2', 'c 1'])
  })
  test('behavior: callers take turns', async () => {
    const { begun, ask, end } = watch(1)
    const asked = ['a 1', 'a 2', 'a 3', 'b 1', 'b 2'].map(ask)
    for (const name of ['a 1', 'a 2', 'b 1', 'a 3', 'b 2']) {
      await turn()
      expect(begun.at(-1)).toBe(name)
      end(name)
    }
    await Promise.all(asked)
  })
  test('error: who fails makes room', async () => {
    const { ask, end } = watch(1)
    const failing = ask('a 1')
    const next = ask('b 1')
    await turn()
    end('a 1', new Error('away'))
    await expect(failing).rejects.toThrow('away')
    await turn()
    end('b 1')
    expect(await next).toBe('b 1')
  })
})
