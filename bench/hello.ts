import { compare } from './support/compare.ts'
import { shippedFlags, startServer } from './support/server.ts'

/** B3: hello-world behind all our hooks against bare Fastify. `--seconds 1 --pairs 3` for a quick look. */
const argument = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? fallback : Number(process.argv[at + 1])
}

const house = await startServer(new URL('./servers/house.mjs', import.meta.url), {}, shippedFlags)
const bare = await startServer(new URL('./servers/bare.mjs', import.meta.url), {}, shippedFlags)
const passed = await compare({
  name: 'B3 hello-world with all hooks against bare Fastify',
  subject: `${house.url}/v1/hello`,
  reference: `${bare.url}/v1/hello`,
  bar: 0.6,
  seconds: argument('seconds', 2),
  pairs: argument('pairs', 16),
})
house.stop()
bare.stop()
process.exit(passed ? 0 : 1)
