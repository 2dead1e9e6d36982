import { byteVec } from '../../bytecode/index.ts'
import type { ContractFunc, State } from '../check/state.ts'
import { refuse } from '../compile-error.ts'
import { funcKey, inMethodOrder, interfaceMethodIndexes, methodSelector } from '../model/functions.ts'
import type { Globals } from '../model/globals.ts'
import { byteVecType, quote, sameTypes, typesText } from '../model/type.ts'
import type { Contract, ContractLike, Expr, FuncDef, Type } from '../syntax/ast.ts'
import { duplicatesOf } from '../syntax/unique.ts'
import { type Code, type Instr, longU256Code, op, ops, u256Code } from './code.ts'
import { splitByMutability } from './field-values.ts'

/** The functions of a contract, interface or script as others see them, by name. */
export function functionTable(ast: ContractLike, globals: Globals): Map<string, ContractFunc> {
  const builtIns = ast.kind === 'Contract' ? [encodeFields(ast, globals)] : []
  const ordered = inMethodOrder(ast.funcs)
  const indexes = ast.kind === 'Interface' ? interfaceMethodIndexes(ordered) : [...ordered.keys()]
  const table = new Map(ordered.map((func, i) => [funcKey(func.id), writtenFunction(func, indexes[i]!)]))
  for (const func of builtIns) table.set(`${func.name}!`, func)
  if (table.size !== ast.funcs.length + builtIns.length) {
    const { names, span } = duplicatesOf(ast.funcs.map((func) => ({ name: func.id.name, span: func.span })))
    refuse(`These functions are defined multiple times: ${names}`, span)
  }
  return table
}

function writtenFunction(func: FuncDef, index: number): ContractFunc {
  const args = func.args.map(({ type }) => type)
  return {
    name: func.id.name,
    usesPreapprovedAssets: func.usesPreapprovedAssets,
    contractAssets: func.contractAssets,
    paysToContractOnly: func.paysToContractOnly,
    inline: func.inline ? func : undefined,
    isStatic: false,
    declaredReturns: func.returns,
    returnTypes: (state, _call, given) => {
      const types = state.typesOfAll(given)
      if (!sameTypes(types, state.types.resolveAll(args))) {
        refuse(
          `Invalid args type ${quote(typesText(types))} for func ${func.id.name}, expected ${quote(typesText(args))}`,
        )
      }
      return state.types.resolveAll(func.returns)
    },
    code: (state, _call, given) => {
      state.typesOfAll(given)
      return [...state.emitAll(given), op('CallLocal', index)]
    },
    externalCode: (state, object, typeId) => {
      if (!func.isPublic) refuse(`Call external private function of ${typeId.name}`, typeId.span)
      const isInterface = state.contract(typeId).ast.kind === 'Interface'
      const call =
        isInterface && state.usesMethodSelector(typeId, func.id)
          ? op('CallExternalBySelector', methodSelector(func, state.globals))
          : op('CallExternal', index)
      const argLength = state.types.flatLength(args)
      const returnLength = state.types.flatLength(func.returns)
      return [u256Code(argLength), u256Code(returnLength), ...object, call]
    },
  }
}

/** `Foo.encodeFields!(…)`: the fields of a new contract as bytes, immutable and mutable ones apart. */
function encodeFields(contract: Contract, globals: Globals): ContractFunc {
  const stdId = contract.stdIdEnabled ? contract.stdInterfaceId : undefined
  globals.flatLength(contract.fields.map(({ type }) => globals.resolve(type)))
  const mutability = contract.fields.flatMap(({ type, mutable }) => globals.flatMutability(type, mutable))
  const immLength = mutability.filter((mutable) => !mutable).length
  const args = contract.fields.map(({ type }) => globals.resolve(type))
  const returns: Type = { kind: 'Tuple', types: [byteVecType, byteVecType] }
  const stdCode: Instr[] = stdId === undefined ? [] : [op('BytesConst', byteVec(stdId))]
  return {
    name: 'encodeFields',
    usesPreapprovedAssets: false,
    contractAssets: 'no',
    paysToContractOnly: false,
    inline: undefined,
    isStatic: true,
    declaredReturns: [returns],
    returnTypes: (state, _call, given) => {
      const types = state.typesOfAll(given)
      if (!sameTypes(types, args)) {
        refuse(`Invalid args type ${quote(typesText(types))} for builtin func encodeFields`)
      }
      return [state.types.resolve(returns)]
    },
    code: (state, _call, given) =>
      state.updatesImmFields && state.typeId.name === contract.id.name
        ? encodeAllMutable(state, given, mutability, stdCode)
        : encodeBoth(state, given, mutability, immLength, stdCode),
  }
}

function encodeBoth(
  state: State,
  given: readonly Expr[],
  mutability: readonly boolean[],
  immLength: number,
  stdCode: Code,
): Code {
  const { imm, mut } = splitByMutability(state, mutability, given)
  return [
    ...imm,
    ...stdCode,
    longU256Code(immLength + stdCode.length),
    ...ops('Encode'),
    ...mut,
    longU256Code(mutability.length - immLength),
    ...ops('Encode'),
  ]
}

const encodedNothing = Uint8Array.of(0)

/** In tests that change immutable fields all fields are mutable. */
function encodeAllMutable(
  state: State,
  given: readonly Expr[],
  mutability: readonly boolean[],
  stdCode: Code,
): Code {
  const { imm, mut } = splitByMutability(state, mutability, given)
  return [
    op('BytesConst', byteVec(encodedNothing)),
    ...mut,
    ...imm,
    ...stdCode,
    longU256Code(mutability.length + stdCode.length),
    ...ops('Encode'),
  ]
}
