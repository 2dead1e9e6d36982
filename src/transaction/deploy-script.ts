import { codec, encodeScript } from '../alephium/index.ts'
import { bytesToHex, hexToBytes } from '../kit/index.ts'
import { DUST } from './limits.ts'
import type { Lock, Token } from './model.ts'

export interface Deployment {
  /** Hex: contract code, encoded immutable fields, encoded mutable fields. */
  readonly code: string
  readonly immFields: string
  readonly mutFields: string
  readonly deployer: Lock
  readonly alph: bigint
  readonly tokens: readonly Token[]
  readonly issue?: { readonly amount: bigint; readonly to?: Lock }
}

/**
 * The script that creates one contract, as the node's own deploy route would compile it from Ralph: approve the deposit
 * and tokens from the deployer, push code and fields, create, drop the returned id. When issued tokens go to an address
 * nothing is returned, and that address also gets the dust its token output needs.
 */
export function deployScript(deployment: Deployment): string {
  const deployer = addressConst(deployment.deployer)
  const instructions: codec.Instr[] = [
    deployer,
    ...deployment.tokens.map(() => codec.Dup),
    u256Const(deployment.alph),
    codec.ApproveAlph,
    ...deployment.tokens.flatMap(({ id, amount }) => [bytesConst(id), u256Const(amount), codec.ApproveToken]),
    bytesConst(deployment.code),
    bytesConst(deployment.immFields),
    bytesConst(deployment.mutFields),
    ...creation(deployment, deployer),
  ]
  return bytesToHex(encodeScript(instructions))
}

function creation({ issue }: Deployment, deployer: codec.Instr): codec.Instr[] {
  if (issue === undefined) return [codec.CreateContract, codec.Pop]
  if (issue.to === undefined) return [u256Const(issue.amount), codec.CreateContractWithToken, codec.Pop]
  return [
    u256Const(issue.amount),
    addressConst(issue.to),
    codec.CreateContractAndTransferToken,
    codec.Pop,
    deployer,
    addressConst(issue.to),
    u256Const(DUST),
    codec.TransferAlph,
  ]
}

const smallConsts = [
  codec.U256Const0,
  codec.U256Const1,
  codec.U256Const2,
  codec.U256Const3,
  codec.U256Const4,
  codec.U256Const5,
]

const u256Const = (value: bigint): codec.Instr => smallConsts[Number(value)] ?? codec.U256Const(value)
const bytesConst = (hex: string): codec.Instr => codec.BytesConst(hexToBytes(hex))
const addressConst = (lock: Lock): codec.Instr =>
  codec.AddressConst(codec.lockupScript.lockupScriptCodec.decode(hexToBytes(lock)))
