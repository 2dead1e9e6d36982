/**
 * The table of rooms: which room may import which. ARCHITECTURE.md shows the same table and test/repo compares the two;
 * .dependency-cruiser.cjs turns it into rules. `packages` says which npm packages a room may hold.
 */
const rooms = {
  kit: { floor: 0, imports: [] },
  domain: { floor: 1, imports: ['kit'] },
  bytecode: { floor: 1, imports: ['kit'] },
  transaction: { floor: 2, imports: ['kit', 'domain'] },
  vm: { floor: 2, imports: ['kit', 'bytecode'] },
  bindings: { floor: 2, imports: ['kit', 'domain'] },
  chain: { floor: 2, imports: ['kit', 'domain'] },
  store: { floor: 2, imports: ['kit', 'domain'] },
  devnet: { floor: 3, imports: ['kit', 'domain', 'bytecode', 'transaction', 'vm'] },
  indexer: { floor: 3, imports: ['kit', 'domain', 'bindings', 'chain', 'store'] },
  builder: { floor: 3, imports: ['kit', 'domain', 'transaction', 'bindings', 'chain', 'store'] },
  auth: { floor: 3, imports: ['kit', 'domain', 'store'] },
  keeper: { floor: 3, imports: ['kit', 'domain', 'transaction', 'bindings', 'chain', 'store'] },
  api: { floor: 4, imports: ['kit', 'domain', 'store', 'builder', 'auth', 'keeper'] },
  client: { floor: 4, imports: ['kit', 'domain', 'bindings'] },
  app: {
    floor: 5,
    imports: [
      'kit',
      'domain',
      'bytecode',
      'transaction',
      'vm',
      'bindings',
      'chain',
      'store',
      'devnet',
      'indexer',
      'builder',
      'auth',
      'keeper',
      'api',
      'client',
    ],
  },
}

/** Which packages are held by which rooms; a package that is not listed may not be imported from src at all. */
const keys = [
  { packages: ['fastify', '@fastify/[^/]+'], rooms: ['api'] },
  { packages: ['typebox'], rooms: ['api', 'chain', 'app'] },
  { packages: ['pg', '@electric-sql/pglite'], rooms: ['store'] },
  { packages: ['@redis/client'], rooms: ['auth'] },
  { packages: ['pino', 'prom-client'], rooms: ['app'] },
  {
    packages: ['@alephium/web3', '@alephium/web3-wallet'],
    rooms: ['domain', 'transaction', 'bindings', 'chain', 'devnet', 'auth', 'keeper', 'client', 'app'],
  },
  { packages: ['@noble/curves'], rooms: ['auth', 'vm', 'devnet'] },
  { packages: ['@scure/base'], rooms: ['bytecode'] },
  { packages: ['@noble/hashes'], rooms: ['kit', 'vm', 'devnet', 'transaction', 'bindings'] },
]

/** Rooms of pure computation: no files, no sockets, no processes. */
const pureRooms = ['domain', 'bytecode', 'transaction', 'vm']

module.exports = { rooms, keys, pureRooms }
