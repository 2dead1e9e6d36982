import { contractLock, encodeContract, encodeMethods, type Instruction, u256 } from '../src/bytecode/index.ts'
import { monotonicMs } from '../src/kit/index.ts'
import {
  createFixtureWorld,
  decodeTxScript,
  initialStateHash,
  runTxScript,
  type ScriptOutcome,
  type TxScript,
} from '../src/vm/index.ts'
import { alice, at, bytes, contractId, method, op, u } from '../test/support/vm-program.ts'

/**
 * Contract calls a second on one core, each a whole script: twenty rounds of arithmetic, a map entry read and written, a
 * field changed, a payment to the contract, an event; 24,449 gas. `--calls 20000` makes it longer.
 */
const at2 = process.argv.indexOf('--calls')
const calls = at2 === -1 ? 20_000 : Number(process.argv[at2 + 1])
const gas = 1_000_000
const oneAlph = 10n ** 18n

const entry = (index: number, args: bigint, returns: bigint): Instruction[] => [
  u(args),
  u(returns),
  bytes('aa'),
  op('SubContractId'),
  op('CallExternal', index),
]
const round = [
  op('LoadLocal', 0),
  u(3n),
  op('U256Mul'),
  u(7n),
  op('U256Add'),
  u(1000n),
  op('U256Mod'),
  op('StoreLocal', 0),
]

const insert = method([bytes('aa'), u(4n), op('SelfContractId'), u(5n), op('CreateMapEntry', [2, 1])], {
  usesPreapprovedAssets: true,
})
const work = method(
  [
    u(1n),
    op('StoreLocal', 0),
    ...Array.from({ length: 20 }, () => round).flat(),
    u(0n),
    ...entry(1, 1n, 1n),
    op('LoadLocal', 0),
    op('U256Add'),
    u(0n),
    ...entry(2, 2n, 0n),
    op('LoadMutField', 0),
    u(1n),
    op('U256Add'),
    op('StoreMutField', 0),
    at(alice),
    u(oneAlph / 10n),
    op('TransferAlphToSelf'),
    op('I256Const1'),
    op('LoadMutField', 0),
    op('Log2'),
  ],
  { usesPreapprovedAssets: true, usesContractAssets: true, localsLength: 1 },
)

const code = encodeContract({ fieldLength: 1, methods: [insert, work] })
const world = createFixtureWorld()
const record = {
  codeHash: code.hash,
  initialStateHash: initialStateHash(code.hash, [], [u256(0n)]),
  immFields: [],
  mutFields: [u256(0n)],
  assetRef: { hint: 0, key: contractId },
  asset: { kind: 'contract', amount: oneAlph, lock: contractLock(contractId), tokens: [] },
} as const
world.apply({
  contracts: new Map([[contractId, record]]),
  codes: new Map([[code.hash, code.bytes]]),
  parents: new Map(),
})

function scriptCalling(index: number): TxScript {
  const program = [
    at(alice),
    u(oneAlph),
    op('ApproveAlph'),
    u(0n),
    u(0n),
    bytes(contractId),
    op('CallExternal', index),
  ]
  const decoded = decodeTxScript(encodeMethods([method(program, { usesPreapprovedAssets: true })]))
  if (!decoded.ok) throw new Error(decoded.text)
  return decoded.script
}

const block = {
  networkId: 4,
  group: 0,
  timestampMs: 1_750_000_000_000,
  target: Uint8Array.of(0x20, 0xff, 0xff, 0xff),
  blockHash: '00'.repeat(32),
}
const inputs = [
  {
    kind: 'asset',
    amount: 10n * oneAlph,
    lock: alice,
    tokens: [],
    lockTimeMs: 0,
    additionalData: new Uint8Array(0),
  },
] as const

function run(script: TxScript, count: number): ScriptOutcome {
  const txId = count.toString(16).padStart(64, '0')
  const tx = { txId, inputs, fixedOutputs: [], gasPrice: 10n ** 11n, gasAmount: gas, signatures: [] }
  const outcome = runTxScript({ world, block, tx, script, gas })
  if (!outcome.ok) throw new Error(outcome.failure.text)
  world.apply(outcome.changes)
  return outcome
}

run(scriptCalling(0), 0)
const script = scriptCalling(1)
for (let warm = 1; warm <= 3_000; warm++) run(script, warm)
const startedMs = monotonicMs()
for (let count = 0; count < calls; count++) run(script, count + 10_000)
const seconds = (monotonicMs() - startedMs) / 1000
const { gasRemaining } = run(script, 1)
process.stdout.write(
  `${Math.round(calls / seconds)} contract calls a second, ${gas - gasRemaining} gas each\n`,
)
