/**
 * demo: a venue to look at: people, three days of history on the devnet, and trading that goes on.
 *
 * Owns          who the demo's people are, what they did, what they do next, the visitor's wallet and API keys.
 * Does not own  any way of its own to a contract: its people send what anybody could send.
 */

export { type DemoWallet, demoWallet } from './demo-cast.ts'
export { type DemoKeys, ensureDemoKeys, findDemoKeys } from './demo-keys.ts'
export { demoMarketCount } from './demo-plot.ts'
export { isDemoChain, makeDemo } from './make-demo.ts'
export { beatMs, startTrickle, type Trickle } from './trickle.ts'
