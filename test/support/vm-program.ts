import {
  address,
  addressText,
  byteVec,
  contractLock,
  encodeContract,
  encodeMethods,
  type Instruction,
  type InstructionName,
  i256,
  type Method,
  u256,
} from '../../src/bytecode/index.ts'
import { bytesToHex, hexToBytes } from '../../src/kit/index.ts'
import { callTxScript, testContract } from '../../src/vm/index.ts'
import { emptyChain } from './vm-case.ts'

/** Small programs for the VM, written instruction by instruction. */

export const op = (name: InstructionName, operand?: Instruction['operand']): Instruction => ({
  name,
  operand,
})
export const u = (value: bigint): Instruction => op('U256Const', u256(value))
export const i = (value: bigint): Instruction => op('I256Const', i256(value))
export const bytes = (hex: string): Instruction => op('BytesConst', byteVec(hexToBytes(hex)))
export const at = (lock: string): Instruction => op('AddressConst', address(lock))
export const yes = op('ConstTrue')
export const no = op('ConstFalse')

/** Every constant costs this. */
export const constantGas = 2

export const alice = `00${'a1'.repeat(32)}`
export const bob = `00${'b2'.repeat(32)}`
export const contractId = `${'c3'.repeat(31)}00`
export const otherId = `${'d4'.repeat(31)}00`
export const tokenId = `${'e5'.repeat(31)}00`

export function method(instructions: readonly Instruction[], shape: Partial<Method> = {}): Method {
  return {
    isPublic: true,
    usesPreapprovedAssets: false,
    usesContractAssets: false,
    paysToContractOnly: false,
    argsLength: 0,
    localsLength: shape.argsLength ?? 0,
    returnLength: 0,
    ...shape,
    instructions,
  }
}

/** What a program left on the stack and used, or why it failed. */
export interface ProgramResult {
  readonly returns?: readonly string[]
  readonly gas?: number
  readonly failure?: string
}

const valText = ({ type, value }: { type: string; value: unknown }): string => `${type} ${String(value)}`

/** Runs instructions as a script that uses no assets; `results` values are taken from the stack. */
export function runScript(
  instructions: readonly Instruction[],
  results = 1,
  shape: Partial<Method> = {},
): ProgramResult {
  const entry = method(instructions, { returnLength: results, localsLength: 2, ...shape })
  const answer = callTxScript({ group: 0, bytecode: bytesToHex(encodeMethods([entry])) }, emptyChain)
  if (answer.status !== 200) return { failure: withoutPrefix(answer.detail) }
  return { returns: answer.body.returns.map(valText), gas: answer.body.gasUsed }
}

export const withoutPrefix = (detail: string): string =>
  detail.replace('VM execution error: ', '').replace(/\$@0/, '$@')

export interface ContractFixture {
  readonly id: string
  readonly methods: readonly Method[]
  readonly immFields?: readonly unknown[]
  readonly mutFields?: readonly unknown[]
  readonly alph?: bigint
  readonly tokens?: readonly { readonly id: string; readonly amount: bigint }[]
}

export interface CallFixture {
  readonly contract: ContractFixture
  readonly others?: readonly ContractFixture[]
  readonly inputs?: readonly {
    readonly lock: string
    readonly alph: bigint
    readonly tokens?: ContractFixture['tokens']
  }[]
  readonly args?: readonly unknown[]
}

const alphDefault = 10n ** 18n

const tokensJson = (tokens: ContractFixture['tokens'] = []): unknown[] =>
  tokens.map(({ id, amount }) => ({ id, amount: amount.toString() }))

function contractJson({
  id,
  methods,
  immFields = [],
  mutFields = [],
  alph = alphDefault,
  tokens,
}: ContractFixture) {
  const code = encodeContract({ fieldLength: immFields.length + mutFields.length, methods })
  return {
    address: addressText(contractLock(id)),
    bytecode: bytesToHex(code.bytes),
    codeHash: code.hash,
    immFields,
    mutFields,
    asset: { attoAlphAmount: alph.toString(), tokens: tokensJson(tokens) },
  }
}

/** Calls method 0 of a contract in a world made for it. */
export function callMethod({ contract, others = [], inputs = [], args = [] }: CallFixture) {
  const { address: at, bytecode, immFields, mutFields, asset } = contractJson(contract)
  return testContract(
    {
      group: 0,
      txId: '11'.repeat(32),
      blockHash: '22'.repeat(32),
      blockTimeStamp: 1_750_000_000_000,
      address: at,
      bytecode,
      initialImmFields: immFields,
      initialMutFields: mutFields,
      initialAsset: asset,
      existingContracts: others.map(contractJson),
      args,
      inputAssets: inputs.map(({ lock, alph, tokens }) => ({
        address: addressText(lock),
        asset: { attoAlphAmount: alph.toString(), tokens: tokensJson(tokens) },
      })),
    },
    emptyChain,
  )
}
