/** What the package offers to other programs: the devnet, for tests and tools of their own. */
export { type Devnet, type DevnetOptions, startDevnet } from './devnet/index.ts'
