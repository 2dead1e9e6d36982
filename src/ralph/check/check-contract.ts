import { hashOfRecord, hashOfText, inTableOrder, tableSizeFor } from '../../bytecode/index.ts'
import { refuse } from '../compile-error.ts'
import { templateIdent } from '../inherit.ts'
import { enumFieldIdent } from '../model/constants.ts'
import { quote, u256Type } from '../model/type.ts'
import type { Contract, TxScript } from '../syntax/ast.ts'
import { checkUnique } from '../syntax/unique.ts'
import { checkFunction } from './check-function.ts'
import type { State } from './state.ts'
import { varIndexMax } from './variable-table.ts'
import { type VarEntry, varKey } from './variables.ts'

/** Checks a whole contract: fields, maps, constants, then every function. */
export function checkContract(state: State, contract: Contract): void {
  checkFields(state, contract)
  addMaps(state, contract)
  if (!contract.isAbstract && contract.funcs.length === 0) {
    refuse(`No function found in Contract ${quote(contract.id.name)}`, contract.id.span)
  }
  checkParents(state, contract)
  state.checkArguments(contract.fields)
  for (const { ident, type, mutable, unused } of contract.fields) {
    state.declarations.addField(ident, state.types.resolve(type), mutable, unused)
  }
  addConstants(state, contract)
  for (const func of contract.funcs) checkFunction(state, func)
  // What an abstract contract leaves unused, an heir may use.
  if (!contract.isAbstract) checkUnused(state)
}

export function checkScript(state: State, script: TxScript): void {
  let templateVars = 0
  for (const { ident, type: written } of script.params) {
    const resolved = state.types.resolve(written)
    const isMany = resolved.kind === 'Array' || resolved.kind === 'Struct'
    templateVars += state.globals.countFlat([resolved])
    // What is too much anyway need not be spread: its name may still be one too many.
    const type = templateVars >= varIndexMax ? u256Type : resolved
    state.declarations.addTemplate(isMany ? templateIdent(ident, resolved.kind) : ident, type)
  }
  if (templateVars >= varIndexMax) {
    refuse(`Number of template variables more than ${varIndexMax}`, script.id.span)
  }
  for (const func of script.funcs) checkFunction(state, func)
  checkUnused(state)
}

function checkFields(state: State, contract: Contract): void {
  for (const { ident, type, mutable, span } of contract.fields) {
    const resolved = state.types.resolve(type)
    if (resolved.kind !== 'Struct') continue
    const isImmutable = !state.types.flatMutability(type, true).some(Boolean)
    if (mutable && isImmutable) {
      refuse(
        `The struct ${resolved.id.name} is immutable, please remove the \`mut\` from ${contract.id.name}.${ident.name}`,
        span,
      )
    }
  }
}

function addMaps(state: State, { maps, fields }: Contract): void {
  checkUnique(
    maps.map(({ ident, span }) => ({ name: ident.name, span })),
    'maps',
  )
  const clash = maps.find(({ ident }) => fields.some((field) => field.ident.name === ident.name))
  if (clash !== undefined) {
    refuse(`The map ${clash.ident.name} cannot have the same name as the contract field`, clash.ident.span)
  }
  maps.forEach(({ ident, key, value }, i) => {
    state.declarations.addMap(ident, { kind: 'Map', key, value: state.types.resolve(value) }, i)
  })
}

function checkParents(state: State, contract: Contract): void {
  for (const { parentId } of contract.inheritances) {
    const { ast } = state.contract(parentId)
    if (ast.kind === 'Interface' || (ast.kind === 'Contract' && ast.isAbstract)) continue
    refuse(`${ast.kind} ${parentId.name} can not be inherited`, parentId.span)
  }
}

function addConstants(state: State, { constants, enums }: Contract): void {
  const { globals } = state
  for (const { ident, span } of constants) {
    if (globals.hasConstant(ident.name)) {
      refuse(
        `Local constant ${ident.name} conflicts with an existing global constant, please use a fresh name`,
        span,
      )
    }
  }
  checkUnique(
    constants.map(({ ident, span }) => ({ name: ident.name, span })),
    'constant variables',
  )
  for (const def of constants) state.declarations.addConstant(def.ident, state.types.calculate(def.expr), def)
  for (const { id, span } of enums) {
    if (globals.hasEnum(id.name)) {
      refuse(`Local enum ${id.name} conflicts with an existing global enum, please use a fresh name`, span)
    }
  }
  checkUnique(
    enums.map(({ id, span }) => ({ name: id.name, span })),
    'enums',
  )
  for (const { id, fields } of enums) {
    for (const field of fields)
      state.declarations.addConstant(enumFieldIdent(id.name, field.ident), field.value.value, field)
  }
}

function checkUnused(state: State): void {
  warnUnusedMaps(state)
  warnUnusedFieldsAndConstants(state)
  checkMutableFields(state)
}

const isRead = (state: State, { name, scope }: VarEntry): boolean =>
  state.variables.reads.has(varKey(name, scope))
const isWritten = (state: State, { name, scope }: VarEntry): boolean =>
  state.variables.writes.has(varKey(name, scope))

function warnUnusedMaps(state: State): void {
  if (state.options.ignoreUnusedVariablesWarnings) return
  const unused = [...state.variables.entries.values()].filter(
    (entry) => entry.info.type.kind === 'Map' && !isRead(state, entry) && !isWritten(state, entry),
  )
  for (const { name } of inTableOrder(unused, (entry) => hashOfText(entry.name))) {
    state.warnings.push(`Found unused map in ${state.typeId.name}: ${name}`)
  }
}

const rootHash = hashOfText('FunctionRoot')

function warnUnusedFieldsAndConstants(state: State): void {
  const unused = [...state.variables.entries.values()].filter(
    (entry) =>
      !entry.info.generated && !entry.info.unused && !isRead(state, entry) && entry.info.type.kind !== 'Map',
  )
  const constants = unused.filter(
    ({ info }) => info.kind === 'Constant' && info.def?.origin?.name === state.typeId.name,
  )
  const fields = unused.filter(({ info }) => !info.isLocal)
  if (!state.options.ignoreUnusedConstantsWarnings) {
    const ordered = inTableOrder(
      constants,
      ({ name }) => hashOfRecord('VarKey', [hashOfText(name), rootHash]),
      tableSizeFor(unused.length),
    )
    for (const { name } of ordered) {
      state.warnings.push(`Found unused constant in ${state.typeId.name}: ${name}`)
    }
  }
  if (!state.options.ignoreUnusedFieldsWarnings) {
    for (const name of fields.map((entry) => entry.name).sort()) {
      state.warnings.push(`Found unused field in ${state.typeId.name}: ${name}`)
    }
  }
}

function checkMutableFields(state: State): void {
  const unassigned = [...state.variables.entries.values()].filter((entry) => {
    const { info } = entry
    if (info.isLocal || info.type.kind === 'Map' || !info.mutable || !state.types.isMutable(info.type))
      return false
    return !info.generated && !info.unused && !isWritten(state, entry)
  })
  if (unassigned.length === 0) return
  const names = unassigned.map(({ name }) => name).sort()
  refuse(
    `There are unassigned mutable fields in contract ${state.typeId.name}: ${names.join(',')}`,
    state.typeId.span,
  )
}
