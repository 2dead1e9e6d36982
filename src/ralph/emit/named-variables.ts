import type { State } from '../check/state.ts'
import { refuse } from '../compile-error.ts'
import type { Ident } from '../syntax/ast.ts'
import { type Code, constCode, op } from './code.ts'
import { loadReference, storeReference } from './references.ts'
import { loadField, mapPathCode, storeField } from './variables.ts'

export function loadVariable(state: State, ident: Ident): Code {
  const found = state.variables.variable(ident)
  switch (found.kind) {
    case 'Field':
      return loadField(state, found)
    case 'Local':
      return [op('LoadLocal', found.index)]
    case 'Template':
      return [{ name: 'TemplateVariable', index: found.index }]
    case 'Multiple':
      return loadReference(state, found.ref)
    case 'Constant':
      return [constCode(found.value)]
    case 'Map':
      return mapPathCode(found.index)
    case 'Inlined':
      return found.code
  }
}

/** One store for each value, the last one first on the stack. */
export function storeVariable(state: State, ident: Ident): Code[] {
  const found = state.variables.variable(ident)
  switch (found.kind) {
    case 'Field':
      return [storeField(state, found)]
    case 'Local':
      return [[op('StoreLocal', found.index)]]
    case 'Multiple':
      return storeReference(state, found.ref)
    case 'Template':
      return refuse(`Unexpected template variable: ${ident.name}`, ident.span)
    case 'Constant':
      return refuse(`Unexpected constant variable: ${ident.name}`, ident.span)
    case 'Map':
      return refuse(`Unexpected map variable: ${ident.name}`, ident.span)
    case 'Inlined':
      return refuse(`Unexpected inlined argument: ${found.ident.name}`, found.ident.span)
  }
}
