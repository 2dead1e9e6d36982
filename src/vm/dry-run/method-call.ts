import {
  address,
  byteVec,
  encodeContract,
  type Hash,
  type Instruction,
  type InstructionName,
  type Method,
  u256,
  type Val,
} from '../../bytecode/index.ts'
import { GAS_MAX, GAS_PRICE_MIN, hexToBytes } from '../../kit/index.ts'
import { type ContractObject, contractObject, scriptObject } from '../contract-object.ts'
import { initialStateHash } from '../contract-pool.ts'
import type { AssetOutput } from '../output.ts'
import { createSelectorProgress } from '../selector-cache.ts'

/** A dry run starts with all the gas there is; its fee is added to the first input so that it can be paid. */
export const dryRunGasFee = GAS_PRICE_MIN * BigInt(GAS_MAX)

export interface MethodCall {
  readonly contractId: Hash
  readonly methodIndex: number
  readonly method: Method
  readonly args: readonly Val[]
  readonly inputs: readonly AssetOutput[]
  readonly callerId: Hash | undefined
}

/**
 * The one-method program that calls a contract as the node does it: approve every input, the fee aside, push the arguments,
 * call. With a caller it is the only method of an otherwise empty contract with the caller's id.
 */
export function entryFor(call: MethodCall): ContractObject {
  const entry: Method = {
    isPublic: true,
    usesPreapprovedAssets: call.inputs.length > 0,
    usesContractAssets: false,
    paysToContractOnly: false,
    argsLength: 0,
    localsLength: 0,
    returnLength: call.method.returnLength,
    instructions: [...approvals(call.inputs), ...callInstructions(call)],
  }
  return call.callerId === undefined ? scriptObject([entry]) : standIn(call.callerId, entry)
}

function standIn(id: Hash, entry: Method): ContractObject {
  const code = encodeContract({ fieldLength: 0, methods: [entry] })
  const asset = { kind: 'contract', amount: 0n, lock: '', tokens: [] } as const
  const record = {
    codeHash: code.hash,
    initialStateHash: initialStateHash(code.hash, [], []),
    immFields: [],
    mutFields: [],
    assetRef: { hint: 0, key: '' },
    asset,
  }
  const loaded = { hash: code.hash, methodCount: 1, contract: code, methods: [entry] }
  return contractObject(id, record, loaded, createSelectorProgress())
}

const plain = (name: InstructionName): Instruction => ({ name, operand: undefined })

function approvals(inputs: readonly AssetOutput[]): Instruction[] {
  return inputs.flatMap(({ lock, amount, tokens }, index) => {
    const owner: Instruction = { name: 'AddressConst', operand: address(lock) }
    const approved = index === 0 ? amount - dryRunGasFee : amount
    return [
      owner,
      { name: 'U256Const', operand: u256(approved) },
      plain('ApproveAlph'),
      ...tokens.flatMap((token): Instruction[] => [
        owner,
        { name: 'BytesConst', operand: byteVec(hexToBytes(token.id)) },
        { name: 'U256Const', operand: u256(token.amount) },
        plain('ApproveToken'),
      ]),
    ]
  })
}

function callInstructions({ args, method, contractId, methodIndex }: MethodCall): Instruction[] {
  return [
    ...args.map(constant),
    constant(u256(BigInt(method.argsLength))),
    constant(u256(BigInt(method.returnLength))),
    { name: 'BytesConst', operand: byteVec(hexToBytes(contractId)) },
    { name: 'CallExternal', operand: methodIndex & 0xff },
  ]
}

const smallU256: readonly InstructionName[] = [
  'U256Const0',
  'U256Const1',
  'U256Const2',
  'U256Const3',
  'U256Const4',
  'U256Const5',
]
const smallI256: readonly InstructionName[] = [
  'I256ConstN1',
  'I256Const0',
  'I256Const1',
  'I256Const2',
  'I256Const3',
  'I256Const4',
  'I256Const5',
]

/** The shortest instruction that pushes this value. */
function constant(value: Val): Instruction {
  switch (value.type) {
    case 'Bool':
      return plain(value.value ? 'ConstTrue' : 'ConstFalse')
    case 'U256': {
      const name = smallU256[Number(value.value)]
      return name === undefined ? { name: 'U256Const', operand: value } : plain(name)
    }
    case 'I256': {
      const name = smallI256[Number(value.value + 1n)]
      return name === undefined ? { name: 'I256Const', operand: value } : plain(name)
    }
    case 'ByteVec':
      return { name: 'BytesConst', operand: value }
    case 'Address':
      return { name: 'AddressConst', operand: value }
  }
}
