import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

const widthFirst = 640

/** How wide the part is, told anew when it changes: a drawing in true pixels has sharp text at every size. */
export function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const width = useSignal(widthFirst)
  useEffect(() => {
    const part = ref.current
    if (part === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) width.value = Math.max(200, Math.floor(entry.contentRect.width))
    })
    observer.observe(part)
    return () => observer.disconnect()
  }, [])
  return { ref, width: width.value }
}
