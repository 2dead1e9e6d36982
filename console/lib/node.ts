import { NodeError } from './node-error.ts'
import { venue } from './venue.ts'

/** What the venue's node answers to a path of its own interface. */
export async function askNode<T>(path: string, signal: AbortSignal): Promise<T> {
  const answer = await fetch(`${venue.peek()?.network.nodeUrl}${path}`, { signal })
  if (!answer.ok) throw new NodeError(answer.status)
  return (await answer.json()) as T
}
