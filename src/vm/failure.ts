import {
  addressText,
  byteStringText,
  contractLock,
  type Hash,
  hexText,
  int32Max,
  type Lock,
  type SerdeError,
  type Val,
  type ValType,
  valText,
} from '../bytecode/index.ts'
import { bytesToHex } from '../kit/index.ts'
import { contractDeposit, dustAmount, limits } from './limits.ts'
import { prettyAlph, timestampText } from './text.ts'

/**
 * Why a run stopped. `execution` is the contract's or caller's doing; `io` is what the node calls a failed read, for
 * example the assets of a contract that is gone. `text` is the node's wording, which clients match.
 */
export interface Failure {
  readonly kind: 'execution' | 'io'
  /** The node's name for it, for example `AssertionFailedWithErrorCode`. */
  readonly name: string
  readonly text: string
  /** Of an assertion with a code. */
  readonly errorCode?: number
  /** How much ALPH was missing, of `InsufficientFundsForUTXODustAmount`. */
  readonly required?: bigint
  /** Of a check in a unit test: the number that stands for its place in the source. */
  readonly testPlace?: number
}

/**
 * How a failure travels from an instruction to the loop: thrown, and caught in exactly one place. At the room's door it is
 * a value again. Not an Error, because nobody needs its stack and taking one costs more than most instructions.
 */
export class Halt {
  readonly failure: Failure

  constructor(failure: Failure) {
    this.failure = failure
  }
}

export function halt(failure: Failure): never {
  throw new Halt(failure)
}

type Args = readonly never[]
/** What the node says of a failure: null where its text is its name. */
type Wording = string | null | ((...args: Args) => string)
type Worded<T> = {
  readonly [Name in keyof T]: T[Name] extends (...args: infer A) => string ? (...args: A) => Failure : Failure
}

const execution = (name: string, text: string): Failure => ({ kind: 'execution', name, text })

const named = <T extends Readonly<Record<string, Wording>>>(table: T): Worded<T> =>
  Object.fromEntries(
    Object.entries(table).map(([name, wording]) => [
      name,
      typeof wording === 'function'
        ? (...args: Args) => execution(name, wording(...args))
        : execution(name, wording ?? name),
    ]),
  ) as Worded<T> // by the table's own keys

const contractText = (id: Hash): string => addressText(contractLock(id))

const constants = named({
  AccessTxInputAddressInContract:
    '`txInputsSize` and `txInputAddress` functions are only allowed in TxScript',
  AssertionFailed: null,
  BalanceErrorWhenSwitchingBackFrame: null,
  BalanceOverflow: null,
  BurningAlphNotAllowed: 'Burning ALPH is not allowed for `burnToken` function',
  ContractAssetAlreadyFlushed: null,
  ContractDestructionShouldNotBeCalledFromSelf:
    '`destroySelf` function should not be called from the same contract',
  DebugIsNotSupportedForMainnet: 'Debug is not supported for mainnet',
  DebugMessageIsEmpty: null,
  DevInstrIsOnlySupportedOnDevnet: null,
  EmptyMethods: 'Contract should have at least one method',
  ExpectAContract: null,
  ExpectNonPayableMethod: 'Expect non payable method in AssetScript',
  ExpectStatefulContractObj:
    '`callerInitialStateHash` or `callerCodeHash` functions can only be called from the contract',
  ExpectStatefulFrame: null,
  ExternalCallerIsNotContract: 'Failed to get external caller: external caller is not a contract',
  ExternalCallerNotAvailable:
    'Failed to get external caller: no external contract caller found in the call chain',
  ExternalPrivateMethodCall: 'Private method can not be called from outside of the contract',
  FailedInRecoverEthAddress: null,
  GasOverPaid: null,
  InvalidArgLength: null,
  InvalidBalances: null,
  InvalidBytesSize: null,
  InvalidBytesSliceArg: null,
  InvalidFieldLength: null,
  InvalidInstrOffset: null,
  InvalidLengthForEncodeInstr: null,
  InvalidMethod: null,
  InvalidMethodModifierSinceRhone: null,
  InvalidMutFieldType: null,
  InvalidReturnLength: null,
  InvalidSelfTransfer: 'Contract self transfer is not allowed',
  InvalidSizeForZeros: null,
  InvalidTestCheckInstr: null,
  LockTimeOverflow: null,
  NegativeArgumentInStack: null,
  NoAssetsApproved: 'No assets approved',
  NoBalanceAvailable:
    'No balance available. To fix, enable approved assets with `@using(preapprovedAssets = true)`, ' +
    'or utilize contract assets with `@using(assetsInContract = true)`, ' +
    'or use both with `@using(preapprovedAssets = true, assetsInContract = true)`',
  NoBlockHashAvailable: null,
  NoCaller: 'The current method does not have a caller',
  NoTxInput: null,
  NonEmptyReturnForMainFunction: 'Main function should not have return value',
  OutOfGas: null,
  RelativeLockTimeExpectPersistedUtxo: 'UTXO for the relative lock time is not persisted yet',
  StackOverflow: null,
  StackUnderflow: null,
  TooManyFields: 'Contract can not have more than 255 fields',
  TxCallerBalanceNotAvailable: 'Transaction caller balance is not available',
  UnableToPayGasFee: 'Not enough ALPH in the transaction to pay for gas fee',
  UnexpectedRecursiveCallInMigration: 'Can not migrate a contract that is calling its own migration method',
  ZeroContractId: `Can not create contract with id ${'00'.repeat(32)}`,
  /** Ours, not the node's: see bounds. */
  TooManyFreeSteps: 'Too many instructions without a price',
  TooMuchLogged: 'Too many bytes in events and debug messages',
})

const worded = named({
  AbsoluteLockTimeVerificationFailed: (lockUntilMs: bigint, blockTimeMs: number) =>
    `Absolute lock time verification failed. Lock time: ${timestampText(lockUntilMs)}, block time: ${timestampText(blockTimeMs)}`,
  ArithmeticError: (message: string) => `ArithmeticError(${message})`,
  ChainCallerOutputsFailed: (lock: Lock) =>
    `Failed to chain output assets for transaction caller ${addressText(lock)}`,
  CodeSizeTooLarge: (size: number) =>
    `Code size ${size} bytes is too large, max size: ${limits.codeBytes} bytes`,
  ContractAlreadyExists: (id: Hash) => `Contract ${contractText(id)} already exists`,
  ContractAssetUnloaded: (id: Hash) =>
    `Assets for contract ${contractText(id)} is not loaded, please annotate the function with \`@using(assetsInContract = true)\``,
  ContractLoadDisallowed: (id: Hash) => `ContractLoadDisallowed(${hexText('ContractId', id)})`,
  EmptyContractAsset: (id: Hash) =>
    `No assets for contract ${contractText(id)}, a minimum of ${prettyAlph(contractDeposit)} is required`,
  FieldsSizeTooLarge: (size: number) =>
    `Fields size ${size} bytes is too large, max size: ${limits.fieldBytes} bytes`,
  FunctionReentrancy: (id: Hash, methodIndex: number) =>
    `The ${methodIndex}-th function in the contract (@${contractText(id)}) is called twice and uses contract assets twice, which is not allowed due to reentrancy protection!`,
  InvalidAssetAddress: (lock: Lock) => `Invalid asset address ${addressText(lock)}`,
  InvalidContractId: (bytes: Uint8Array) =>
    `Invalid contract ID: expected 32 bytes, received ${bytesToHex(bytes)}`,
  InvalidConversion: (from: Val, to: ValType) => `Invalid conversion from ${valText(from)} to ${to}`,
  InvalidErrorCode: (errorCode: bigint) =>
    `Invalid error code ${errorCode}: The error code cannot exceed the maximum value for int32 (${int32Max})`,
  InvalidExternalMethodArgLength: (expected: number, got: number) =>
    `Invalid number of external method arguments, got: ${got}, expect: ${expected}`,
  InvalidExternalMethodReturnLength: (expected: number, got: number) =>
    `Invalid number of external method return values, got: ${got}, expect: ${expected}`,
  InvalidImmFieldIndex: (index: number, length: number) =>
    `Invalid immutable field index: ${index}, immutable fields length is: ${length}`,
  InvalidLockTime: (lockTimeMs: bigint, blockTimeMs: number) =>
    `Invalid lock time: ${timestampText(lockTimeMs)}, it should be greater than blocktime: ${timestampText(blockTimeMs)}`,
  InvalidMethodArgLength: (got: number, expected: number) =>
    `Invalid number of method arguments, got: ${got}, expect: ${expected}`,
  InvalidMethodIndex: (index: number, length: number) =>
    `Invalid method index ${index}, method length: ${length}`,
  InvalidMethodSelector: (selector: number) =>
    `Invalid method selector: ${(selector >>> 0).toString(16).padStart(8, '0')}. ` +
    'This method might have been created before the Rhone upgrade and does not support dynamic calling. ' +
    "You'll need to call it directly using the method index.",
  InvalidMutFieldIndex: (index: bigint | number, length: number) =>
    `Invalid mutable field index: ${index}, mutable fields length is: ${length}`,
  InvalidPublicKey: (bytes: Uint8Array) => `Invalid public key: ${bytesToHex(bytes)}`,
  InvalidPublicKeyType: (bytes: Uint8Array) => `InvalidPublicKeyType(${byteStringText(bytes)})`,
  InvalidSignature: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) =>
    `Verification failed for signature ${byteStringText(signature)}, public key: ${byteStringText(publicKey)}, message: ${byteStringText(message)}`,
  InvalidSignatureFormat: (signature: Uint8Array) =>
    `Signature ${byteStringText(signature)} is not in the correct format`,
  InvalidTokenId: (bytes: Uint8Array) => `Invalid token ID: expected 32 bytes, received ${bytesToHex(bytes)}`,
  InvalidTokenNumForContractOutput: (lock: Lock, tokenCount: number) =>
    `Invalid token number for contract ${addressText(lock)}: ${tokenCount}, max token number is ${limits.tokensPerContractOutput}`,
  InvalidTxInputIndex: (index: bigint) => `Invalid tx input index ${index}`,
  InvalidType: (expected: ValType, got: Val) => `Invalid type, expected: ${expected}, got: ${valText(got)}`,
  InvalidVarIndex: (index: bigint | number, maxIndex: number) =>
    `Invalid var index: ${index}, max index is: ${maxIndex}`,
  InactiveInstr: (instruction: string) => `InactiveInstr(${instruction})`,
  InvalidWebAuthnPayload: (error: SerdeError) => `InvalidWebAuthnPayload(${error})`,
  LowerThanContractMinimalBalance: (amount: bigint) =>
    `Contract output contains ${prettyAlph(amount)},less than contract minimal balance ${prettyAlph(contractDeposit)}`,
  NonExistContract: (id: Hash) => `Contract ${contractText(id)} does not exist`,
  NotEnoughApprovedBalance: (lock: Lock, token: Hash | 'ALPH', expected: bigint, got: bigint) =>
    `Not enough approved balance for address ${addressText(lock)}, tokenId: ${token}, expected: ${expected}, got: ${got}`,
  PayToContractAddressNotInCallerTrace: (lock: Lock) =>
    `Pay to contract address ${addressText(lock)} is not allowed when this contract address is not in the call stack`,
  RelativeLockTimeVerificationFailed: (lockUntilMs: bigint, blockTimeMs: number) =>
    `Relative lock time verification failed. Lock time: ${timestampText(lockUntilMs)}, block time: ${timestampText(blockTimeMs)}`,
  SerdeErrorByteVecToAddress: (bytes: Uint8Array, error: SerdeError) =>
    `Failed to deserialize ${bytesToHex(bytes)} to address: ${error}`,
  SerdeErrorCreateContract: (error: SerdeError) => `Deserialization error while creating contract: ${error}`,
  SignedDataIsNot32Bytes: (length: number) => `Signed data bytes should have 32 bytes, get ${length} instead`,
  TooManySignatures: (extra: number) => `${extra} signature(s) remain unused`,
  TxInputAddressesAreNotIdentical: (locks: readonly Lock[]) =>
    `Tx input addresses are not identical for \`callerAddress\` function: ${locks.map(addressText).join(', ')}`,
})

/** The node's failures by name. Constants where nothing varies. */
export const failures = {
  ...constants,
  ...worded,
  AssertionFailedWithErrorCode: (contractId: Hash | undefined, errorCode: number): Failure => ({
    ...execution(
      'AssertionFailedWithErrorCode',
      contractId === undefined
        ? `Assertion Failed in TxScript, Error Code: ${errorCode}`
        : `Assertion Failed in Contract @ ${contractText(contractId)}, Error Code: ${errorCode}`,
    ),
    errorCode,
  }),
  InsufficientFundsForUTXODustAmount: (required: bigint): Failure => ({
    ...execution(
      'InsufficientFundsForUTXODustAmount',
      'Insufficient funds to cover the minimum amount for contract UTXO (0.1 ALPH) or asset UTXO (0.001 ALPH). ' +
        `You are short by ${prettyAlph(required)}. Please ensure transaction caller approves enough ALPH.`,
    ),
    required,
  }),
  InvalidOutputBalances: (lock: Lock, tokenCount: number, amount: bigint): Failure => {
    const tokenDust = dustAmount * BigInt(tokenCount)
    const expected = amount === 0n || amount < tokenDust ? tokenDust : tokenDust + dustAmount
    return execution(
      'InvalidOutputBalances',
      `Invalid ALPH balance for address ${addressText(lock)}, expected ${prettyAlph(expected)}, got ${prettyAlph(amount)}, you need to transfer more ALPH to this address`,
    )
  },
  KeyNotFound: (id: Hash): Failure => ({
    kind: 'io',
    name: 'KeyNotFound',
    text: `org.alephium.io.IOError$KeyNotFound: org.alephium.util.AppException: Key ${hexText('ContractId', id)} not found in CachedKV.get`,
  }),
  ExpectedAnExeFailure: (testPlace: number): Failure => ({
    ...execution('ExpectedAnExeFailure', 'Assertion Failed: the test code did not throw an exception'),
    testPlace,
  }),
  NotEqualInTest: (left: Val, right: Val, testPlace: number): Failure => ({
    ...execution(
      'NotEqualInTest',
      `Assertion Failed: left(${valText(left)}) is not equal to right(${valText(right)})`,
    ),
    testPlace,
  }),
  NotExpectedErrorInTest: (expected: number, got: Failure, testPlace: number): Failure => ({
    ...execution(
      'NotExpectedErrorInTest',
      got.errorCode === undefined
        ? `Unexpected execution failure in test. Expected error code: ${expected}, but got failure: ${got.text}.`
        : `Unexpected error code in test. Expected: ${expected}, but got: ${got.errorCode}.`,
    ),
    testPlace,
  }),
  SerdeErrorLoadContract: (error: SerdeError): Failure => ({
    kind: 'io',
    name: 'Serde',
    text: `org.alephium.io.IOError$Serde: ${error}`,
  }),
} as const
