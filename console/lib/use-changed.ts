import { useRef } from 'preact/hooks'

/** Whether the value is another than when the part was first shown: only then it lights up. */
export function useChanged(value: unknown): boolean {
  const first = useRef(value)
  return first.current !== value
}
