/**
 * The word a number stands for. The contracts say no others; should one ever do, the nearest is taken, because no value
 * may stop the index: only events of another shape than the artifacts' do.
 */
export function wordOf<T>(words: readonly T[], index: number): T {
  return words[Math.max(0, Math.min(index, words.length - 1))] as T // no list of words is empty
}
