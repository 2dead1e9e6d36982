/** A build, or a venue, is not what was asked for. Never sign it. */
export class UntrustedBuild extends Error {
  /** What differs: `txId`, `script`, `outputs`, `gasAmount`, … */
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.name = 'UntrustedBuild'
    this.field = field
  }
}

export function trust(condition: unknown, field: string, message: string): asserts condition {
  if (!condition) throw new UntrustedBuild(field, message)
}
