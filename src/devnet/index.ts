/**
 * devnet: an Alephium node in process.
 *
 * Owns          ledger, mempool, blocks on 16 chains, the node's REST API with its error texts, the controls for tests
 *               and demonstrations, and the log that brings the chain back after a crash.
 * Does not own  markets, our own API, the rules of bytecode (vm), how coins become a transaction (transaction).
 * Never         in production: everybody knows the keys of its money.
 */
export { accountsOf } from './accounts.ts'
export { ControlRefused, type Controls } from './controls.ts'
export type { TestWallet } from './genesis.ts'
export { ralphTestResults } from './ralph-tests.ts'
export { type Devnet, type DevnetBlock, type DevnetOptions, startDevnet } from './start-devnet.ts'
export { testWallets } from './wallets.ts'
