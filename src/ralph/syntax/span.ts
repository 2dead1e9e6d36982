/** A stretch of the source, end excluded. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** From the start of one to the end of the other; unknown if either is. */
export const spanning = (first: Span | undefined, last: Span | undefined): Span | undefined =>
  first === undefined || last === undefined ? undefined : { from: first.from, to: last.to }
