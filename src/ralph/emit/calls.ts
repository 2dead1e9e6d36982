import type { FuncInfo, State } from '../check/state.ts'
import { CompilerLimit, placed, refuse } from '../compile-error.ts'
import { isContractCreation } from '../model/contract-creation.ts'
import type { ApproveAsset, CallParts, Expr } from '../syntax/ast.ts'
import { type Code, type Instr, ops, times } from './code.ts'
import { emitInline } from './inline.ts'

/** Calls. With ALPH written as the token, asset functions have instructions of their own. */
export function emitCall(state: State, call: CallParts, func: () => FuncInfo, ignoresReturn: boolean): Code {
  const forAlph = emitForAlph(state, call, ignoresReturn)
  if (forAlph !== undefined) return forAlph
  const found = func()
  if (found.inline !== undefined && state.inlines) return emitInline(state, found.inline, call)
  const approvals = emitApprovals(state, call, found)
  const called = found.code(state, call, call.args)
  const code = approvals.length === 0 ? called : [...approvals, ...called]
  if (!ignoresReturn) return code
  const types = placed(call.span, () => found.returnTypes(state, call, call.args))
  return [...code, ...times(state.types.flatLength(types), 'Pop')]
}

/** Function, number of arguments, which of them is the token, and what it becomes. */
const alphFunctions = {
  approveToken: [3, 1, 'ApproveAlph'],
  tokenRemaining: [2, 1, 'AlphRemaining'],
  transferToken: [4, 2, 'TransferAlph'],
  transferTokenFromSelf: [3, 1, 'TransferAlphFromSelf'],
  transferTokenToSelf: [3, 1, 'TransferAlphToSelf'],
} as const

function emitForAlph(state: State, { id, args }: CallParts, ignoresReturn: boolean): Code | undefined {
  if (!id.builtIn || !Object.hasOwn(alphFunctions, id.name)) return undefined
  const [count, token, instruction] = alphFunctions[id.name as keyof typeof alphFunctions]
  if (args.length !== count || args[token]?.kind !== 'ALPHTokenId') return undefined
  const code = state.emitAll(args.filter((_, i) => i !== token))
  const dropped = ignoresReturn && instruction === 'AlphRemaining' ? ops('Pop') : []
  return [...code, ...ops(instruction), ...dropped]
}

function emitApprovals(state: State, call: CallParts, func: FuncInfo): Instr[] {
  // Functions that create contracts take assets or not.
  if (!isContractCreation(func.name)) {
    if (call.approve.length > 0 && !func.usesPreapprovedAssets) {
      refuse(`Function \`${func.name}\` does not use preapproved assets`, call.span)
    }
    if (call.approve.length === 0 && func.usesPreapprovedAssets) {
      refuse(`Function \`${func.name}\` needs preapproved assets, please use braces syntax`, call.span)
    }
  }
  return call.approve.flatMap((approval) => emitApproval(state, approval))
}

function emitApproval(state: State, { address, amounts }: ApproveAsset): Instr[] {
  const approvals = amounts.flatMap(({ token, amount }) =>
    token.kind === 'ALPHTokenId'
      ? [...state.emit(amount), ...ops('ApproveAlph')]
      : [...state.emit(token), ...state.emit(amount), ...ops('ApproveToken')],
  )
  return [...state.emit(address), ...times(amounts.length - 1, 'Dup'), ...approvals]
}

export function emitContractCall(state: State, call: CallParts, object: Expr, ignoresReturn: boolean): Code {
  const type = state.typesOf(object)[0]
  if (type?.kind !== 'Contract') throw new CompilerLimit('Only contracts are called')
  const func = state.contractFunc(type.id, call.id)
  const types = func.returnTypes(state, call, call.args)
  const length = state.types.flatLength(types)
  const approvals = emitApprovals(state, call, func)
  const args = state.emitAll(call.args)
  const objectCode = state.emit(object)
  if (func.externalCode === undefined) throw new CompilerLimit(`${func.name} cannot be called on a contract`)
  return [
    ...approvals,
    ...args,
    ...func.externalCode(state, objectCode, type.id),
    ...(ignoresReturn ? times(length, 'Pop') : []),
  ]
}
