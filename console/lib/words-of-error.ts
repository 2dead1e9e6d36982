/** A wallet may say as much as it likes: so much of it is shown. */
const charactersMax = 300

/** What was thrown, as a sentence. Strangers throw anything. */
export function wordsOfError(error: unknown): string {
  const words = error instanceof Error ? error.message : typeof error === 'string' ? error : ''
  if (words.trim() === '') return 'It failed without saying why.'
  return words.length > charactersMax ? `${words.slice(0, charactersMax)}…` : words
}
