import { type Client, createClient } from '../../client/index.ts'
import { type Config, ConfigError, publicUrlOf } from '../../config/index.ts'
import type { VenueOptions } from '../rows/options.ts'
import { sentenceForPause } from './tell-trouble.ts'

/** The venue a user's command speaks to: the one it names, the one of SIBYL_URL, or that of this machine's settings. */
export function reachVenue(config: Config, { url: named, json }: VenueOptions, key?: string): Client {
  const url = named ?? config.apiUrl ?? publicUrlOf(config)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ConfigError([`--url ${url} is no http or https address`])
  return createClient({
    url: url.replace(/\/$/, ''),
    key,
    onRepeat: (repeat) => {
      const sentence = json ? null : sentenceForPause(repeat) // stderr is for the error alone then
      if (sentence !== null) process.stderr.write(`${sentence}\n`)
    },
  })
}
