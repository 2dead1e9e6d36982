import { byteVec, type InstructionName, u256, type ValType } from '../../bytecode/index.ts'
import { DUST } from '../../kit/index.ts'
import type { FuncInfo, State } from '../check/state.ts'
import { CompilerLimit, refuse } from '../compile-error.ts'
import {
  addressType,
  arraySize,
  boolType,
  byteVecType,
  i256Type,
  panicType,
  primitiveTypes,
  quote,
  quoteTypes,
  sameTypes,
  typesText,
  u256Type,
} from '../model/type.ts'
import type { ContractAssets, Expr, Type } from '../syntax/ast.ts'
import type { Span } from '../syntax/span.ts'
import { type Code, constCode, longU256Code, op, ops, u256Code } from './code.ts'

/** The functions that are called with `!`. */

interface Given {
  readonly types: readonly Type[]
  readonly state: State
}

interface Definition {
  readonly returns: (given: Given) => readonly Type[]
  readonly code: (types: readonly Type[]) => Code
  readonly argsCode?: (state: State, args: readonly Expr[]) => Code
  readonly usesPreapprovedAssets?: boolean
  readonly contractAssets?: ContractAssets
}

const wrongTypes = (name: string, types: readonly Type[], expected?: string): never =>
  refuse(
    `Invalid args type ${quote(typesText(types))} for builtin func ${name}` +
      (expected === undefined ? '' : `, expected ${quote(expected)}`),
  )

function builtIn(name: string, definition: Definition): FuncInfo {
  const { returns, code, argsCode, usesPreapprovedAssets = false, contractAssets = 'no' } = definition
  return {
    name,
    usesPreapprovedAssets,
    contractAssets,
    paysToContractOnly: false,
    inline: undefined,
    returnTypes: (state, _call, args) =>
      state.types.resolveAll(returns({ types: state.typesOfAll(args), state })),
    code: (state, _call, args) => {
      const types = state.typesOfAll(args)
      return [...(argsCode?.(state, args) ?? state.emitAll(args)), ...code(types)]
    },
  }
}

const typeNames = { B: boolType, I: i256Type, U: u256Type, V: byteVecType, A: addressType } as const
const typesOfLetters = (letters: string): Type[] =>
  [...letters].map((letter) => typeNames[letter as keyof typeof typeNames])

const fixed =
  (name: string, args: readonly Type[], returns: readonly Type[]) =>
  ({ types }: Given): readonly Type[] =>
    sameTypes(types, args) ? returns : wrongTypes(name, types, typesText(args))

/** Types by first letter (V is ByteVec): what they take, what they give, and the one instruction they are. */
const oneInstruction: readonly (readonly [
  name: string,
  args: string,
  returns: string,
  code: InstructionName,
])[] = [
  ['blake2b', 'V', 'V', 'Blake2b'],
  ['keccak256', 'V', 'V', 'Keccak256'],
  ['sha256', 'V', 'V', 'Sha256'],
  ['sha3', 'V', 'V', 'Sha3'],
  ['checkCaller', 'BU', '', 'AssertWithErrorCode'],
  ['verifyTxSignature', 'V', '', 'VerifyTxSignature'],
  ['getSegregatedSignature', '', 'V', 'GetSegregatedSignature'],
  ['verifySecP256K1', 'VVV', '', 'VerifySecP256K1'],
  ['verifyED25519', 'VVV', '', 'VerifyED25519'],
  ['verifyBIP340Schnorr', 'VVV', '', 'VerifyBIP340Schnorr'],
  ['verifySignature', 'VVVV', '', 'VerifySignature'],
  ['getSegregatedWebAuthnSignature', '', 'V', 'GetSegregatedWebAuthnSignature'],
  ['ethEcRecover', 'VV', 'V', 'EthEcRecover'],
  ['networkId', '', 'V', 'NetworkId'],
  ['blockTimeStamp', '', 'U', 'BlockTimeStamp'],
  ['blockTarget', '', 'U', 'BlockTarget'],
  ['txId', '', 'V', 'TxId'],
  ['txInputAddress', 'U', 'A', 'TxInputAddressAt'],
  ['txInputsSize', '', 'U', 'TxInputsSize'],
  ['txGasPrice', '', 'U', 'TxGasPrice'],
  ['txGasAmount', '', 'U', 'TxGasAmount'],
  ['txGasFee', '', 'U', 'TxGasFee'],
  ['verifyAbsoluteLocktime', 'U', '', 'VerifyAbsoluteLocktime'],
  ['verifyRelativeLocktime', 'UU', '', 'VerifyRelativeLocktime'],
  ['size', 'V', 'U', 'ByteVecSize'],
  ['isAssetAddress', 'A', 'B', 'IsAssetAddress'],
  ['isContractAddress', 'A', 'B', 'IsContractAddress'],
  ['byteVecSlice', 'VUU', 'V', 'ByteVecSlice'],
  ['zeros', 'U', 'V', 'Zeros'],
  ['u256To1Byte', 'U', 'V', 'U256To1Byte'],
  ['u256To2Byte', 'U', 'V', 'U256To2Byte'],
  ['u256To4Byte', 'U', 'V', 'U256To4Byte'],
  ['u256To8Byte', 'U', 'V', 'U256To8Byte'],
  ['u256To16Byte', 'U', 'V', 'U256To16Byte'],
  ['u256To32Byte', 'U', 'V', 'U256To32Byte'],
  ['u256ToString', 'U', 'V', 'U256ToString'],
  ['i256ToString', 'I', 'V', 'I256ToString'],
  ['boolToString', 'B', 'V', 'BoolToString'],
  ['u256From1Byte', 'V', 'U', 'U256From1Byte'],
  ['u256From2Byte', 'V', 'U', 'U256From2Byte'],
  ['u256From4Byte', 'V', 'U', 'U256From4Byte'],
  ['u256From8Byte', 'V', 'U', 'U256From8Byte'],
  ['u256From16Byte', 'V', 'U', 'U256From16Byte'],
  ['u256From32Byte', 'V', 'U', 'U256From32Byte'],
  ['byteVecToAddress', 'V', 'A', 'ByteVecToAddress'],
  ['contractIdToAddress', 'V', 'A', 'ContractIdToAddress'],
  ['mulModN', 'UUU', 'U', 'MulModN'],
  ['addModN', 'UUU', 'U', 'AddModN'],
  ['groupOfAddress', 'A', 'U', 'GroupOfAddress'],
  ['approveToken', 'AVU', '', 'ApproveToken'],
  ['tokenRemaining', 'AV', 'U', 'TokenRemaining'],
  ['transferToken', 'AAVU', '', 'TransferToken'],
  ['transferTokenFromSelf', 'AVU', '', 'TransferTokenFromSelf'],
  ['transferTokenToSelf', 'AVU', '', 'TransferTokenToSelf'],
  ['burnToken', 'AVU', '', 'BurnToken'],
  ['lockApprovedAssets', 'AU', '', 'LockApprovedAssets'],
  ['createContract', 'VVV', 'V', 'CreateContract'],
  ['copyCreateContract', 'VVV', 'V', 'CopyCreateContract'],
  ['createSubContract', 'VVVV', 'V', 'CreateSubContract'],
  ['copyCreateSubContract', 'VVVV', 'V', 'CopyCreateSubContract'],
  ['destroySelf', 'A', '', 'DestroySelf'],
  ['migrate', 'V', '', 'MigrateSimple'],
  ['migrateWithFields', 'VVV', '', 'MigrateWithFields'],
  ['contractExists', 'V', 'B', 'ContractExists'],
  ['selfAddress', '', 'A', 'SelfAddress'],
  ['selfContractId', '', 'V', 'SelfContractId'],
  ['selfTokenId', '', 'V', 'SelfContractId'],
  ['callerContractId', '', 'V', 'CallerContractId'],
  ['callerAddress', '', 'A', 'CallerAddress'],
  ['externalCallerContractId', '', 'V', 'ExternalCallerContractId'],
  ['externalCallerAddress', '', 'A', 'ExternalCallerAddress'],
  ['isCalledFromTxScript', '', 'B', 'IsCalledFromTxScript'],
  ['callerInitialStateHash', '', 'V', 'CallerInitialStateHash'],
  ['callerCodeHash', '', 'V', 'CallerCodeHash'],
  ['contractInitialStateHash', 'V', 'V', 'ContractInitialStateHash'],
  ['contractCodeHash', 'V', 'V', 'ContractCodeHash'],
  ['payGasFee', 'AU', '', 'PayGasFee'],
  ['minimalContractDeposit', '', 'U', 'MinimalContractDeposit'],
  ['mapEntryDeposit', '', 'U', 'MinimalContractDeposit'],
  ['subContractId', 'V', 'V', 'SubContractId'],
  ['nullContractAddress', '', 'A', 'NullContractAddress'],
]

const takesAssets = new Set([
  'lockApprovedAssets',
  'createContract',
  'copyCreateContract',
  'createSubContract',
  'copyCreateSubContract',
])
const usesContractAssets = new Set(['transferTokenFromSelf', 'transferTokenToSelf', 'destroySelf'])

const i256Limit = [
  ...ops('U256Const1'),
  longU256Code(255),
  ...ops('NumericSHL', 'U256Const1', 'U256Sub', 'U256ToI256'),
]

/** Like those above, with code of their own. */
const moreInstructions: readonly (readonly [name: string, args: string, returns: string, code: Code])[] = [
  [
    'addressToContractId',
    'A',
    'V',
    [
      ...ops('Dup', 'IsContractAddress', 'Assert', 'AddressToByteVec', 'U256Const1'),
      longU256Code(33),
      ...ops('ByteVecSlice'),
    ],
  ],
  ['dustAmount', '', 'U', [op('U256Const', u256(DUST))]],
  ['u256Max', '', 'U', ops('U256Const0', 'U256Const1', 'U256ModSub')],
  ['i256Max', '', 'I', i256Limit],
  ['i256Min', '', 'I', [...i256Limit, ...ops('I256ConstN1', 'I256Mul', 'I256ConstN1', 'I256Add')]],
  ['verifySecP256R1', 'VVV', '', [op('BytesConst', byteVec(Uint8Array.of(1))), ...ops('VerifySignature')]],
  ['verifyWebAuthn', 'VVV', '', [op('BytesConst', byteVec(Uint8Array.of(3))), ...ops('VerifySignature')]],
]

/** With and without somebody who gets the issued token. */
const withToken: readonly (readonly [
  name: string,
  args: string,
  plain: InstructionName,
  transfer: InstructionName,
])[] = [
  ['createContractWithToken', 'VVVU', 'CreateContractWithToken', 'CreateContractAndTransferToken'],
  [
    'copyCreateContractWithToken',
    'VVVU',
    'CopyCreateContractWithToken',
    'CopyCreateContractAndTransferToken',
  ],
  ['createSubContractWithToken', 'VVVVU', 'CreateSubContractWithToken', 'CreateSubContractAndTransferToken'],
  [
    'copyCreateSubContractWithToken',
    'VVVVU',
    'CopyCreateSubContractWithToken',
    'CopyCreateSubContractAndTransferToken',
  ],
]

function createWithToken([name, args, plain, transfer]: (typeof withToken)[number]): FuncInfo {
  const short = typesOfLetters(args)
  const long = [...short, addressType]
  return builtIn(name, {
    usesPreapprovedAssets: true,
    returns: ({ types }) =>
      sameTypes(types, short) || sameTypes(types, long) ? [byteVecType] : wrongTypes(name, types),
    code: (types) => ops(types.length === short.length ? plain : transfer),
  })
}

function conversion(
  name: string,
  to: Type,
  from: readonly ValType[],
  code: (from: ValType) => InstructionName,
): FuncInfo {
  const accepted = (type: Type | undefined): type is { readonly kind: ValType } =>
    type !== undefined && (from as readonly string[]).includes(type.kind)
  return builtIn(name, {
    returns: ({ types }) => (types.length === 1 && accepted(types[0]) ? [to] : wrongTypes(name, types)),
    code: ([type]) => (accepted(type) ? ops(code(type.kind)) : []),
  })
}

const isContract = (type: Type | undefined): boolean => type?.kind === 'Contract'

const ofContract = (name: string, returns: Type, code: Code): FuncInfo =>
  builtIn(name, {
    returns: ({ types }) =>
      types.length === 1 && isContract(types[0]) ? [returns] : wrongTypes(name, types, 'List(Contract)'),
    code: () => code,
  })

const ofContractAndPath = (name: string, code: Code, argsCode?: Definition['argsCode']): FuncInfo =>
  builtIn(name, {
    returns: ({ types }) =>
      types.length === 2 && isContract(types[0]) && types[1]!.kind === 'ByteVec'
        ? [byteVecType]
        : wrongTypes(name, types, 'List(Contract, ByteVec)'),
    code: () => code,
    ...(argsCode === undefined ? {} : { argsCode }),
  })

const assertion = builtIn('assert', {
  returns: ({ types, state }) => {
    if (state.variables.inTest) refuse('Please use `testCheck!` instead of `assert!` in unit tests')
    return fixed('assert', [boolType, u256Type], [])({ types, state })
  },
  code: () => ops('AssertWithErrorCode'),
})

const panic = builtIn('panic', {
  returns: ({ types }) => {
    if (types.length > 0 && !sameTypes(types, [u256Type])) {
      refuse('Invalid args type for builtin func panic, optional "List(U256)" expected')
    }
    return [panicType]
  },
  code: (types) =>
    types.length === 0 ? ops('ConstFalse', 'Assert') : ops('ConstFalse', 'Swap', 'AssertWithErrorCode'),
})

const encodeToByteVec: FuncInfo = {
  ...builtIn('encodeToByteVec', {
    returns: ({ types }) =>
      types.length > 0 ? [byteVecType] : refuse('Builtin func encodeToByteVec expects at least one argument'),
    code: () => [],
  }),
  code: (state, _call, args) => {
    const length = state.types.flatLength(state.typesOfAll(args))
    return [...state.emitAll(args), longU256Code(length), ...ops('Encode')]
  },
}

const len = builtIn('len', {
  returns: ({ types }) =>
    types.length === 1 && types[0]!.kind === 'Array'
      ? [u256Type]
      : refuse(`Expected an array, got ${quoteTypes(types)}`),
  code: ([type]) => (type?.kind === 'Array' ? [u256Code(arraySize(type))] : []),
})

const selfContract = builtIn('selfContract', {
  returns: ({ state }) => [{ kind: 'Contract', id: state.typeId }],
  code: () => ops('SelfContractId'),
})

const random = (name: string, returns: Type, action: number): FuncInfo =>
  builtIn(name, {
    returns: ({ types, state }) => {
      if (types.length > 0) refuse(`Invalid args type for builtin func ${name}`)
      checkInTest(state, name)
      return [returns]
    },
    code: () => [op('DevInstr', action)],
  })

function checkInTest(state: State, name: string): void {
  if (!state.variables.inTest) refuse(`The \`${name}!\` function can only be used in unit tests`)
}

const devAction = {
  checkStart: 0,
  errorStart: 1,
  checkEnd: 2,
  equal: 3,
  u256: 4,
  i256: 5,
  contract: 6,
  asset: 7,
} as const

type Call = { readonly span?: Span | undefined }

/** Functions of tests. Their code names the place in the source, for the message when they fail. */
function testFunction(
  name: string,
  checkArgs: (state: State, call: Call, args: readonly Expr[]) => void,
  code: (state: State, args: readonly Expr[], place: Code[number]) => Code,
): FuncInfo {
  return {
    ...builtIn(name, { returns: () => [], code: () => [] }),
    returnTypes: (state, call, args) => {
      checkInTest(state, name)
      checkArgs(state, call, args)
      return []
    },
    code: (state, call, args) => code(state, args, constCode(u256(BigInt(state.addTestCheck(call.span))))),
  }
}

function checkCount(call: Call, args: readonly Expr[], count: number): void {
  if (args.length !== count) refuse(`Expected ${count} arguments, but got ${args.length}`, call.span)
}

const testFunctions = [
  testFunction(
    'testCheck',
    (state, call, args) => {
      const types = state.typesOfAll(args)
      if (!sameTypes(types, [boolType])) {
        refuse(`Invalid args type ${quote(typesText(types))} for builtin func testCheck`, call.span)
      }
    },
    (state, args, place) => {
      const [only] = args
      if (args.length === 1 && only?.kind === 'Binop' && only.op === '==') {
        return [...state.emitAll([only.left, only.right]), place, op('DevInstr', devAction.equal)]
      }
      return [...state.emitAll(args), place, ...ops('AssertWithErrorCode')]
    },
  ),
  testFunction(
    'testEqual',
    (state, call, args) => {
      checkCount(call, args, 2)
      const types = state.typesOfAll(args)
      if (types.length !== 2 || !sameTypes(types.slice(0, 1), types.slice(1))) {
        refuse(`Invalid args type ${typesText(types)} for builtin func testEqual`, call.span)
      }
    },
    (state, args, place) => [...state.emitAll(args), place, op('DevInstr', devAction.equal)],
  ),
  testFunction(
    'testFail',
    (_state, call, args) => checkCount(call, args, 1),
    (state, args, place) => [
      place,
      op('DevInstr', devAction.checkStart),
      ...state.emitAll(args),
      op('DevInstr', devAction.checkEnd),
    ],
  ),
  testFunction(
    'testError',
    (state, call, args) => {
      checkCount(call, args, 2)
      const types = state.typesOfAll(args)
      if (types.length > 0 && types.at(-1)!.kind !== 'U256') {
        refuse(`Invalid args type ${typesText(types)} for builtin func testError`, call.span)
      }
    },
    (state, args, place) => {
      const tested = state.emit(args[0]!)
      const expected = state.emit(args[1]!)
      return [
        ...expected,
        place,
        op('DevInstr', devAction.errorStart),
        ...tested,
        op('DevInstr', devAction.checkEnd),
      ]
    },
  ),
]

const parentGroup = [
  ...ops('SubContractIdOf', 'U256Const0'),
  longU256Code(31),
  ...ops('ByteVecSlice', 'Swap'),
  longU256Code(31),
  longU256Code(32),
  ...ops('ByteVecSlice', 'ByteVecConcat'),
]

const all: readonly FuncInfo[] = [
  ...oneInstruction.map(([name, args, returns, code]) =>
    builtIn(name, {
      returns: fixed(name, typesOfLetters(args), typesOfLetters(returns)),
      code: () => ops(code),
      usesPreapprovedAssets: takesAssets.has(name),
      contractAssets: usesContractAssets.has(name) ? 'yes' : 'no',
    }),
  ),
  ...moreInstructions.map(([name, args, returns, code]) =>
    builtIn(name, { returns: fixed(name, typesOfLetters(args), typesOfLetters(returns)), code: () => code }),
  ),
  ...withToken.map(createWithToken),
  assertion,
  conversion('toI256', i256Type, ['U256'], () => 'U256ToI256'),
  conversion('toU256', u256Type, ['I256'], () => 'I256ToU256'),
  conversion('toByteVec', byteVecType, ['Bool', 'I256', 'U256', 'Address'], (from) => {
    if (from === 'ByteVec') throw new CompilerLimit('Bytes are bytes already')
    return `${from}ToByteVec`
  }),
  encodeToByteVec,
  panic,
  len,
  ...testFunctions,
  random('randomU256', primitiveTypes.U256, devAction.u256),
  random('randomI256', primitiveTypes.I256, devAction.i256),
  random('randomContractAddress', primitiveTypes.Address, devAction.contract),
  random('randomAssetAddress', primitiveTypes.Address, devAction.asset),
  ofContract('tokenId', byteVecType, []),
  ofContract('contractId', byteVecType, []),
  ofContract('contractAddress', addressType, ops('ContractIdToAddress')),
  ofContractAndPath('subContractIdOf', ops('SubContractIdOf')),
  ofContractAndPath('subContractIdInParentGroup', parentGroup, (state, args) => {
    const parent = state.emit(args[0]!)
    return [...parent, ...ops('Dup'), ...state.emit(args[1]!)]
  }),
  selfContract,
]

const byName = new Map(all.map((func) => [func.name, func]))

export const findBuiltIn = (name: string): FuncInfo | undefined => byName.get(name)
