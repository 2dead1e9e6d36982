import { addressFromLockupScript, codec } from '../alephium/index.ts'
import { bytesToHex, hexToBytes } from '../kit/index.ts'
import { artifacts, type ContractName } from './artifacts.ts'
import type { ContractMethod, MethodArgs, MethodName } from './call-script.ts'

/**
 * The arguments with which a script calls a method, or null when it does not end in that call. It reads, it proves
 * nothing: who must know that a script does this and nothing else makes the call from the arguments again and compares
 * the bytes.
 */
export function readCallArgs<C extends ContractName, M extends MethodName<C>>(
  contract: C,
  method: M,
  script: string,
): MethodArgs<C, M> | null {
  return argsOf(contract, method, instrsOf(script))
}

/** The swap that a script begins with, or null when it begins with none. As above, it proves nothing. */
export function readSwapArgs(script: string): MethodArgs<'Desk', 'buyNative'> | null {
  const instrs = instrsOf(script)
  const first = instrs?.findIndex((instr) => instr.name === 'CallExternal') ?? -1
  const isFollowed = instrs?.slice(first + 1).some((instr) => instr.name === 'CallExternal')
  return isFollowed === true ? argsOf('Desk', 'buyNative', instrs?.slice(0, first + 1) ?? null) : null
}

function argsOf<C extends ContractName, M extends MethodName<C>>(
  contract: C,
  method: M,
  instrs: readonly codec.Instr[] | null,
): MethodArgs<C, M> | null {
  const methods: readonly ContractMethod[] = artifacts[contract].functions
  const wanted = methods.find((item) => item.name === method)
  const call = instrs?.findLastIndex((instr) => instr.name === 'CallExternal') ?? -1
  const at = call - 3 - (wanted?.params.length ?? 0)
  const instr = instrs?.[call]
  if (wanted === undefined || instrs === null || at < 0) return null
  if (instr?.name !== 'CallExternal' || instr.index !== wanted.index) return null
  const values = instrs.slice(at, call - 3).map(constantOf)
  const fits = wanted.params.every((param, index) => typeof values[index] === scriptTypes[param.type])
  if (!fits) return null
  return Object.fromEntries(wanted.params.map((param, index) => [param.name, values[index]])) as MethodArgs<
    C,
    M
  > // every value has the type of its parameter
}

const scriptTypes: Readonly<Record<string, string>> = {
  Bool: 'boolean',
  U256: 'bigint',
  I256: 'bigint',
  ByteVec: 'string',
  Address: 'string',
}

function instrsOf(script: string): readonly codec.Instr[] | null {
  try {
    const { methods } = codec.script.scriptCodec.decode(hexToBytes(script))
    return methods.length === 1 ? (methods[0]?.instrs ?? null) : null
  } catch {
    return null
  }
}

function constantOf(instr: codec.Instr): bigint | boolean | string | null {
  switch (instr.name) {
    case 'ConstTrue':
      return true
    case 'ConstFalse':
      return false
    case 'U256Const':
    case 'I256Const':
      return instr.value
    case 'BytesConst':
      return bytesToHex(instr.value)
    case 'AddressConst':
      return addressFromLockupScript(instr.value)
    default: {
      const digit = /^[UI]256Const([0-5])$/.exec(instr.name)?.[1]
      return digit === undefined ? null : BigInt(digit)
    }
  }
}
