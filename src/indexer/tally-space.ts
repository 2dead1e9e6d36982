/**
 * Counters that a batch moves. Folds only add; what the counter stood at is asked once, when the batch is written.
 * Kept per block, because each block needs its own image to be undone.
 */
export class TallySpace<K> {
  readonly #keyOf: (key: K) => string
  readonly #tallies = new Map<string, { readonly key: K; readonly byHeight: Map<number, number> }>()
  #height = 0

  constructor(keyOf: (key: K) => string) {
    this.#keyOf = keyOf
  }

  enterBlock(height: number): void {
    this.#height = height
  }

  add(key: K, delta: number): void {
    const text = this.#keyOf(key)
    let tally = this.#tallies.get(text)
    if (!tally) {
      tally = { key, byHeight: new Map() }
      this.#tallies.set(text, tally)
    }
    tally.byHeight.set(this.#height, (tally.byHeight.get(this.#height) ?? 0) + delta)
  }

  /** Blocks in order, as they were entered, and only those in which the counter really moved. */
  moves(): {
    readonly key: K
    readonly steps: readonly { readonly height: number; readonly delta: number }[]
  }[] {
    const moves = []
    for (const { key, byHeight } of this.#tallies.values()) {
      const steps = []
      for (const [height, delta] of byHeight) if (delta !== 0) steps.push({ height, delta })
      if (steps.length > 0) moves.push({ key, steps })
    }
    return moves
  }
}
