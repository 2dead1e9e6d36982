import { addressToBytes, codec, encodeScript } from '../alephium/index.ts'
import type { TokenAmount } from '../domain/index.ts'
import { assert, bytesToHex, DUST, hexToBytes } from '../kit/index.ts'
import { artifacts, type ContractName } from './artifacts.ts'

/** A script and what its transaction has to bring for it. */
export interface ContractCall {
  /** Hex of the bytecode, as unsigned transactions carry it. */
  readonly script: string
  readonly attoAlph: bigint
  readonly tokens: readonly TokenAmount[]
}

type Functions<C extends ContractName> = (typeof artifacts)[C]['functions'][number]
export type MethodName<C extends ContractName> = Functions<C>['name']
type Method<C extends ContractName, M extends MethodName<C>> = Extract<Functions<C>, { name: M }>
type Param<C extends ContractName, M extends MethodName<C>> = Method<C, M>['params'][number]

/** Numbers are bigint, bytes hex, addresses base58. */
type ValueOf<T> = T extends 'Bool' ? boolean : T extends 'U256' | 'I256' ? bigint : string
export type MethodArgs<C extends ContractName, M extends MethodName<C>> = {
  readonly [P in Param<C, M> as P['name']]: ValueOf<P['type']>
}

export interface MethodCall<C extends ContractName, M extends MethodName<C>> {
  readonly contract: C
  readonly contractId: string
  readonly method: M
  readonly args: MethodArgs<C, M>
  /** What the caller lets the method take; the rest of it comes back in the same transaction. */
  readonly attoAlph?: bigint
  readonly tokens?: readonly TokenAmount[]
  /** Outputs that may need dust from the script's own balance: coins paid to others, tokens that come back. */
  readonly outputs?: number
}

/** A method as the artifacts describe it. */
export interface ContractMethod {
  readonly name: string
  readonly index: number
  readonly isPublic: boolean
  readonly usesApproved: boolean
  readonly params: readonly { readonly name: string; readonly type: string }[]
  readonly returns: readonly string[]
}

/** A script that calls one method of one of the venue's contracts. */
export function callScript<C extends ContractName, M extends MethodName<C>>(
  call: MethodCall<C, M>,
): ContractCall {
  const methods: readonly ContractMethod[] = artifacts[call.contract].functions
  const method = methods.find((item) => item.name === call.method)
  assert(method?.isPublic, `${call.contract}.${call.method} is no public method`)
  return methodScript(method, call)
}

/**
 * Approvals out of the caller's assets, arguments, call: written with the codec, so no TxScript has to be compiled per
 * call. The entry method always may use assets, because deposits and dust of the outputs a call causes are drawn from
 * the script's own balance.
 */
export function methodScript(
  method: ContractMethod,
  call: {
    readonly contractId: string
    readonly args: Readonly<Record<string, unknown>>
    readonly attoAlph?: bigint
    readonly tokens?: readonly TokenAmount[]
    readonly outputs?: number
  },
): ContractCall {
  const attoAlph = call.attoAlph ?? 0n
  const tokens = (call.tokens ?? []).filter((token) => token.amount > 0n)
  const instrs = [
    ...(method.usesApproved ? approvals(attoAlph, tokens) : []),
    ...method.params.map((param) => constant(param.type, call.args[param.name])),
    codec.toU256(BigInt(method.params.length)),
    codec.toU256(BigInt(method.returns.length)),
    codec.BytesConst(hexToBytes(call.contractId)),
    codec.CallExternal(method.index),
    ...method.returns.map(() => codec.Pop),
  ]
  return {
    script: bytesToHex(encodeScript(instrs)),
    attoAlph: attoAlph + DUST * BigInt(call.outputs ?? 0),
    tokens,
  }
}

function approvals(attoAlph: bigint, tokens: readonly TokenAmount[]): codec.Instr[] {
  const instrs: codec.Instr[] = []
  if (attoAlph > 0n) instrs.push(codec.CallerAddress, codec.toU256(attoAlph), codec.ApproveAlph)
  for (const token of tokens)
    instrs.push(
      codec.CallerAddress,
      codec.BytesConst(hexToBytes(token.id)),
      codec.toU256(token.amount),
      codec.ApproveToken,
    )
  return instrs
}

function constant(type: string, value: unknown): codec.Instr {
  if (type === 'Bool' && typeof value === 'boolean') return value ? codec.ConstTrue : codec.ConstFalse
  if (type === 'U256' && typeof value === 'bigint') return codec.toU256(value)
  if (type === 'I256' && typeof value === 'bigint') return codec.toI256(value)
  if (type === 'Address' && typeof value === 'string')
    return codec.AddressConst(codec.lockupScript.lockupScriptCodec.decode(addressToBytes(value)))
  assert(typeof value === 'string' && type !== 'Address', `an argument of type ${type} is missing`)
  return codec.BytesConst(hexToBytes(value))
}
