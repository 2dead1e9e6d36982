/**
 * The table of rooms: which room may import which. ARCHITECTURE.md shows the same table and test/repo compares the two;
 * .dependency-cruiser.cjs turns it into rules. `packages` says which npm packages a room may hold.
 */
const rooms = {
  kit: { floor: 0, imports: [] },
  alephium: { floor: 1, imports: [] },
  config: { floor: 1, imports: ['kit'] },
  bytecode: { floor: 1, imports: ['kit'] },
  domain: { floor: 2, imports: ['kit', 'alephium'] },
  wire: { floor: 3, imports: ['kit', 'domain'] },
  transaction: { floor: 3, imports: ['kit', 'alephium', 'domain'] },
  vm: { floor: 2, imports: ['kit', 'bytecode'] },
  ralph: { floor: 2, imports: ['kit', 'bytecode'] },
  bindings: { floor: 3, imports: ['kit', 'alephium', 'domain'] },
  chain: { floor: 3, imports: ['kit', 'domain'] },
  store: { floor: 3, imports: ['kit', 'domain'] },
  devnet: { floor: 4, imports: ['kit', 'alephium', 'bytecode', 'domain', 'transaction', 'vm', 'ralph'] },
  indexer: { floor: 4, imports: ['kit', 'domain', 'wire', 'bindings', 'chain', 'store'] },
  builder: { floor: 4, imports: ['kit', 'domain', 'transaction', 'bindings', 'chain', 'store'] },
  auth: { floor: 4, imports: ['kit', 'alephium', 'domain', 'store'] },
  keeper: { floor: 4, imports: ['kit', 'alephium', 'domain', 'transaction', 'bindings', 'chain', 'store'] },
  api: { floor: 5, imports: ['kit', 'domain', 'wire', 'store', 'builder', 'auth', 'keeper'] },
  client: { floor: 4, imports: ['kit', 'alephium', 'domain', 'wire', 'bindings'] },
  deploy: { floor: 5, imports: ['kit', 'alephium', 'config', 'transaction', 'bindings', 'chain', 'devnet'] },
  doctor: {
    floor: 6,
    imports: ['kit', 'config', 'domain', 'bindings', 'chain', 'store', 'auth', 'keeper', 'deploy'],
  },
  demo: {
    floor: 6,
    imports: [
      'kit',
      'alephium',
      'config',
      'bytecode',
      'domain',
      'bindings',
      'chain',
      'store',
      'devnet',
      'builder',
      'auth',
      'deploy',
    ],
  },
  app: {
    floor: 7,
    imports: [
      'kit',
      'config',
      'bytecode',
      'domain',
      'bindings',
      'chain',
      'store',
      'devnet',
      'indexer',
      'builder',
      'auth',
      'keeper',
      'api',
      'deploy',
      'demo',
    ],
  },
  cli: {
    floor: 8,
    imports: [
      'kit',
      'alephium',
      'config',
      'domain',
      'ralph',
      'bindings',
      'chain',
      'store',
      'devnet',
      'client',
      'deploy',
      'doctor',
      'demo',
      'app',
    ],
  },
}

/** Which packages are held by which rooms; a package that is not listed may not be imported from src at all. */
const keys = [
  { packages: ['fastify', '@fastify/[^/]+'], rooms: ['api'] },
  { packages: ['typebox'], rooms: ['wire', 'api', 'chain'] },
  { packages: ['pg', '@electric-sql/pglite'], rooms: ['store'] },
  { packages: ['@redis/client'], rooms: ['auth'] },
  { packages: ['pino', 'prom-client'], rooms: ['app'] },
  { packages: ['@alephium/web3'], rooms: ['alephium', 'chain'] },
  { packages: ['@alephium/web3-wallet'], rooms: ['cli'] },
  { packages: ['@noble/curves'], rooms: ['auth', 'vm', 'devnet'] },
  { packages: ['@scure/base'], rooms: ['bytecode'] },
  { packages: ['@scure/bip32', '@scure/bip39'], rooms: ['devnet'] },
  { packages: ['diff-match-patch'], rooms: ['ralph'] },
  { packages: ['@noble/hashes'], rooms: ['kit', 'vm', 'devnet', 'transaction', 'bindings'] },
]

/** Rooms of pure computation: no files, no sockets, no processes. */
const pureRooms = ['domain', 'bytecode', 'transaction', 'vm', 'ralph']

module.exports = { rooms, keys, pureRooms }
