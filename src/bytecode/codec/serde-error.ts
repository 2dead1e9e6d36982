/**
 * Bytes that do not decode. The kinds and messages are the node's, because contracts can provoke them and callers see
 * them inside execution failures. Thrown by the decoders of this folder and caught where the node would answer with it.
 */
export type SerdeErrorKind = 'NotEnoughBytes' | 'WrongFormat' | 'Validation' | 'Other'

export class SerdeError {
  readonly kind: SerdeErrorKind
  readonly message: string

  constructor(kind: SerdeErrorKind, message: string) {
    this.kind = kind
    this.message = message
  }

  /** As the node prints it inside other texts. */
  toString(): string {
    return `org.alephium.serde.SerdeError$${this.kind}: ${this.message}`
  }
}

export const wrongFormat = (message: string): SerdeError => new SerdeError('WrongFormat', message)
export const invalid = (message: string): SerdeError => new SerdeError('Validation', message)
export const tooFewBytes = (expected: number, got: number): SerdeError =>
  wrongFormat(`Too few bytes: expected ${expected}, got ${got}`)

export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: SerdeError }

/** Runs a decoder and turns what it throws into a value; anything but a SerdeError is a bug and passes through. */
export function attempt<T>(decode: () => T): Decoded<T> {
  try {
    return { ok: true, value: decode() }
  } catch (error) {
    if (error instanceof SerdeError) return { ok: false, error }
    throw error
  }
}
