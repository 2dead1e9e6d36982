/**
 * The table of rooms: which room may import which. ARCHITECTURE.md shows the same table and test/repo compares the two;
 * .dependency-cruiser.cjs turns it into rules. `packages` says which npm packages a room may hold.
 */
const rooms = {
  kit: { floor: 0, imports: [] },
  config: { floor: 1, imports: ['kit'] },
  domain: { floor: 1, imports: ['kit'] },
  bytecode: { floor: 1, imports: ['kit'] },
  wire: { floor: 2, imports: ['domain'] },
  transaction: { floor: 2, imports: ['kit', 'domain'] },
  vm: { floor: 2, imports: ['kit', 'bytecode'] },
  ralph: { floor: 2, imports: ['kit', 'bytecode'] },
  bindings: { floor: 2, imports: ['kit', 'domain'] },
  chain: { floor: 2, imports: ['kit', 'domain'] },
  store: { floor: 2, imports: ['kit', 'domain'] },
  devnet: { floor: 3, imports: ['kit', 'domain', 'bytecode', 'transaction', 'vm', 'ralph'] },
  indexer: { floor: 3, imports: ['kit', 'domain', 'wire', 'bindings', 'chain', 'store'] },
  builder: { floor: 3, imports: ['kit', 'domain', 'transaction', 'bindings', 'chain', 'store'] },
  auth: { floor: 3, imports: ['kit', 'domain', 'store'] },
  keeper: { floor: 3, imports: ['kit', 'domain', 'transaction', 'bindings', 'chain', 'store'] },
  api: { floor: 4, imports: ['kit', 'domain', 'wire', 'store', 'builder', 'auth', 'keeper'] },
  client: { floor: 4, imports: ['kit', 'domain', 'wire', 'bindings'] },
  deploy: { floor: 4, imports: ['kit', 'config', 'transaction', 'bindings', 'chain', 'devnet'] },
  doctor: { floor: 5, imports: ['kit', 'config', 'bindings', 'chain', 'store', 'deploy'] },
  demo: {
    floor: 5,
    imports: [
      'kit',
      'config',
      'domain',
      'bytecode',
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
    floor: 6,
    imports: [
      'kit',
      'config',
      'domain',
      'bytecode',
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
    floor: 7,
    imports: [
      'kit',
      'config',
      'domain',
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
  {
    packages: ['@alephium/web3', '@alephium/web3-wallet'],
    rooms: [
      'domain',
      'transaction',
      'bindings',
      'chain',
      'devnet',
      'auth',
      'keeper',
      'client',
      'deploy',
      'demo',
      'cli',
    ],
  },
  { packages: ['@noble/curves'], rooms: ['auth', 'vm', 'devnet'] },
  { packages: ['@scure/base'], rooms: ['bytecode'] },
  { packages: ['diff-match-patch'], rooms: ['ralph'] },
  { packages: ['@noble/hashes'], rooms: ['kit', 'vm', 'devnet', 'transaction', 'bindings'] },
]

/** Rooms of pure computation: no files, no sockets, no processes. */
const pureRooms = ['domain', 'bytecode', 'transaction', 'vm', 'ralph']

module.exports = { rooms, keys, pureRooms }
