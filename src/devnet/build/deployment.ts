import { codec } from '../../alephium/index.ts'
import { decodeContract, encodeContract } from '../../bytecode/index.ts'
import { bytesToHex, hexToBytes } from '../../kit/index.ts'
import { deployScript, limits, type Token } from '../../transaction/index.ts'
import { badRequest } from '../api-error.ts'
import { type ScriptAmounts, scriptAmounts } from './script-call.ts'

export interface DeployRequest {
  /** Code, immutable fields and mutable fields, one after the other. */
  readonly bytecode: string
  readonly initialAlph: bigint | undefined
  readonly tokens: readonly Token[]
  readonly issueAmount: bigint | undefined
  readonly issueTo: string | undefined
}

export function deployAmounts(request: DeployRequest): {
  readonly deposit: bigint
  readonly amounts: ScriptAmounts
} {
  const deposit = request.initialAlph ?? limits.CONTRACT_DEPOSIT
  if (deposit < limits.CONTRACT_DEPOSIT) throw badRequest('Expect 0.1 ALPH deposit to deploy a new contract')
  const forReceiver = request.issueTo === undefined ? 0n : limits.DUST
  return { deposit, amounts: scriptAmounts(deposit + forReceiver, request.tokens) }
}

/** The SDK's and our readers throw for bytes that are none of theirs. */
function attempt<T>(read: () => T): { ok: true; value: T } | { ok: false; error: Error } {
  try {
    return { ok: true, value: read() }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error : new Error(String(error)) }
  }
}

/** The script that deploys; the request's bytecode is cut into its three parts and checked first. */
export function deploymentScript(request: DeployRequest, deposit: bigint, deployer: string): string {
  if (request.issueTo !== undefined && request.issueAmount === undefined)
    throw badRequest('`issueTokenTo` is specified, but `issueTokenAmount` is not specified')
  const parts = splitBytecode(request.bytecode)
  return deployScript({
    ...parts,
    deployer,
    alph: deposit,
    tokens: request.tokens,
    ...(request.issueAmount === undefined
      ? {}
      : {
          issue: {
            amount: request.issueAmount,
            ...(request.issueTo === undefined ? {} : { to: request.issueTo }),
          },
        }),
  })
}

function splitBytecode(hex: string): { code: string; immFields: string; mutFields: string } {
  const bytes = hexToBytes(hex)
  const codeLength = contractLength(bytes)
  const decoded = attempt(() => decodeContract(bytes.subarray(0, codeLength)))
  if (!decoded.ok) throw badRequest(decoded.error.message)
  const imm = splitVals(bytes.subarray(codeLength))
  const mut = splitVals(imm.rest)
  if (mut.rest.length > 0)
    throw badRequest(`Too many bytes: expected ${bytes.length - mut.rest.length}, got ${bytes.length}`)
  const { fieldLength } = decoded.value
  if (imm.count + mut.count !== fieldLength)
    throw badRequest(
      `Invalid field length, expect ${fieldLength}, have ${imm.count} immutable fields and ${mut.count} mutable fields`,
    )
  return {
    code: bytesToHex(encodeContract(decoded.value).bytes),
    immFields: imm.hex,
    mutFields: mut.hex,
  }
}

const tooFew = (expected: number, got: number) =>
  badRequest(`Too few bytes: expected ${expected}, got ${got}`)

/** How many bytes a contract takes: a count of fields, the ends of its methods, and the methods. */
function contractLength(bytes: Uint8Array): number {
  const fields = compactInt(bytes, 0)
  const methods = compactInt(bytes, fields.end)
  let end = methods.end
  let lastMethodEnd = 0
  for (let i = 0; i < methods.value; i++) {
    const position = compactInt(bytes, end)
    end = position.end
    lastMethodEnd = position.value
  }
  if (lastMethodEnd < 0 || end + lastMethodEnd > bytes.length) throw tooFew(lastMethodEnd, bytes.length - end)
  return end + lastMethodEnd
}

/** A signed compact integer and where it ends; its first byte says how long it is. */
function compactInt(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } {
  const first = bytes[at]
  if (first === undefined) throw tooFew(1, 0)
  const lengths = [1, 2, 4, 1 + (first & 0x3f) + 4]
  const end = at + lengths[first >> 6]!
  if (end > bytes.length) throw tooFew(end - at, bytes.length - at)
  const value = attempt(() => codec.i32Codec.decode(bytes.subarray(at, end)))
  if (!value.ok) throw badRequest('Expect 4 bytes int')
  return { value: value.value, end }
}

function splitVals(bytes: Uint8Array): { hex: string; count: number; rest: Uint8Array } {
  if (bytes.length === 0) throw tooFew(1, 0)
  try {
    const values = codec.val.valsCodec.decode(bytes)
    const encoded = codec.val.valsCodec.encode(values)
    return { hex: bytesToHex(encoded), count: values.length, rest: bytes.subarray(encoded.length) }
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : 'Invalid fields')
  }
}
