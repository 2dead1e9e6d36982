import { clearLine, type Screen } from './screen.ts'

const widthMax = 30
/** Narrower than this it would say nothing, and a line that wraps cannot be taken back. */
const widthMin = 5

/**
 * One line that fills up while something takes its time; nothing where nobody watches. The last step clears the line,
 * so that what follows starts on a clean one.
 */
export function createProgressBar(
  title: string,
  screen: Screen,
): (progress: { readonly done: number; readonly total: number }) => void {
  let shown = -1
  return ({ done, total }) => {
    if (screen.isTTY !== true) return
    const percent = Math.floor((done * 100) / Math.max(total, 1))
    if (percent === shown) return
    shown = percent
    const width = Math.min(widthMax, (screen.columns ?? widthMax * 3) - title.length - ' 100 %'.length - 2)
    if (width < widthMin) return
    const full = Math.round((percent * width) / 100)
    const bar = '█'.repeat(full) + '░'.repeat(width - full)
    if (done >= total) clearLine(screen)
    else screen.write(`\r${title} ${bar} ${String(percent).padStart(3)} %`)
  }
}
