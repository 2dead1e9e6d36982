/** One contract, compiled in this browser from the sources that came with the page. */
export interface CompiledContract {
  readonly name: string
  readonly bytecode: string
  /** Names of the fields that never change, in order; once for each value of an array. */
  readonly immutableNames: readonly string[]
}

export type Verdict =
  | { readonly kind: 'equal'; readonly bytes: number }
  | { readonly kind: 'different'; readonly byte: number }
  | { readonly kind: 'no-source' }
  /** The service leaves it out. */
  | { readonly kind: 'not-named' }
  /** The contract that copies it does not say where it is. */
  | { readonly kind: 'not-followed' }
  | { readonly kind: 'unread'; readonly why: string }

/** Two bytecodes in hex, byte for byte. Nothing is believed of hashes: the whole code is compared. */
export function compareCode(compiled: CompiledContract | undefined, onChain: string): Verdict {
  if (compiled === undefined) return { kind: 'no-source' }
  const { bytecode } = compiled
  for (let at = 0; at < Math.max(bytecode.length, onChain.length); at += 2)
    if (bytecode.slice(at, at + 2) !== onChain.slice(at, at + 2)) return { kind: 'different', byte: at / 2 }
  return { kind: 'equal', bytes: bytecode.length / 2 }
}
