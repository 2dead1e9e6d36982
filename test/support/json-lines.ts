import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** All records of a file of JSON lines: plain, `.gz` or `.br`. */
export function readJsonLines<T>(file: string): T[] {
  const raw = readFileSync(file)
  const plain = file.endsWith('.br')
    ? brotliDecompressSync(raw)
    : file.endsWith('.gz')
      ? gunzipSync(raw)
      : raw
  return plain
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line))
}
