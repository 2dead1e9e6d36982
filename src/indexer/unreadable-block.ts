import { Bug } from '../kit/index.ts'

/** A block with something of the venue's in it that this program does not know: the same block would fail for ever. */
export class UnreadableBlock extends Bug {
  readonly height: number

  constructor(height: number, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'UnreadableBlock'
    this.height = height
  }
}
