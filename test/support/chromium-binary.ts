import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A Chromium on this machine, or a reason why there is none: no npm package brings one. */
export function findChromium(): { readonly program: string } | { readonly absent: string } {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined) return { program: named }
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of ['chromium', 'chromium-browser', 'google-chrome'])
      if (existsSync(join(folder, name))) return { program: join(folder, name) }
  return { absent: 'there is no chromium on this machine (CHROMIUM_PATH names one elsewhere)' }
}
