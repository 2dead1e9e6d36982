import { main } from './index.ts'

/** The process: the only place that reads its arguments and its environment. */
await main(process.argv.slice(2), process.env)
