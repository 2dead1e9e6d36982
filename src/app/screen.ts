/** What may be a terminal. */
export interface Screen {
  readonly isTTY?: boolean
  /** Of a terminal. */
  readonly columns?: number
  write(text: string): unknown
}

export const plain = (text: string): string => text

/** Bold on a terminal, the bare text in a file or a pipe. */
export const strongIn = (screen: Screen): ((text: string) => string) =>
  screen.isTTY === true ? (text) => `\u001b[1m${text}\u001b[0m` : plain

/** Takes away an unfinished line, such as a progress bar's, so that what follows starts on a clean one. */
export const clearLine = (screen: Screen): void => {
  if (screen.isTTY === true) screen.write('\r\u001b[2K')
}
