import { describe, expect, test } from 'vitest'
import { orderWords } from './order-words.ts'

const order = { side: 'sell', outcome: 'no', price: 305, quantity: '1000', filled: '350' } as const

describe('what is left of an order', () => {
  test('default: where the market is known', () =>
    expect(orderWords(order, null, 2)).toBe('sell 6.50 no at 30.5¢'))
  test('behavior: among others it names its market', () =>
    expect(orderWords(order, 'Rain?', 2)).toBe('sell 6.50 no of “Rain?” at 30.5¢'))
})
