import { encodeContract, type JsonVal, toJsonVal, type Val } from '../bytecode/index.ts'
import { bytesToHex } from '../kit/index.ts'
import type { CompiledContract, CompiledProject, CompiledScript } from './compile.ts'
import { debugPatch } from './debug-patch.ts'
import { templateText, withoutHoles } from './emit/methods.ts'
import { inMethodOrder } from './model/functions.ts'
import { signatureOf } from './model/type.ts'
import { stdIdPrefix } from './syntax/annotations.ts'
import type { Argument, Contract, EnumDef, FuncDef, Struct, Type } from './syntax/ast.ts'

/** The answers of the node's compile routes. */

/** The node whose compiler this one follows. */
export const compilerVersion = 'v4.6.0'

export interface FieldsArtifact {
  readonly names: string[]
  readonly types: string[]
  readonly isMutable: boolean[]
}
export interface FunctionArtifact {
  readonly name: string
  readonly usePreapprovedAssets: boolean
  readonly useAssetsInContract: boolean
  readonly isPublic: boolean
  readonly paramNames: string[]
  readonly paramTypes: string[]
  readonly paramIsMutable: boolean[]
  readonly returnTypes: string[]
}
export interface ConstantArtifact {
  readonly name: string
  readonly value: JsonVal
}
export interface EnumArtifact {
  readonly name: string
  readonly fields: ConstantArtifact[]
}
export interface StructArtifact {
  readonly name: string
  readonly fieldNames: string[]
  readonly fieldTypes: string[]
  readonly isMutable: boolean[]
}
export interface ContractArtifact {
  readonly version: string
  readonly name: string
  readonly bytecode: string
  readonly bytecodeDebugPatch: string
  readonly codeHash: string
  readonly codeHashDebug: string
  readonly fields: FieldsArtifact
  readonly functions: FunctionArtifact[]
  readonly constants: ConstantArtifact[]
  readonly enums: EnumArtifact[]
  readonly events: { readonly name: string; readonly fieldNames: string[]; readonly fieldTypes: string[] }[]
  readonly warnings: readonly string[]
  readonly maps?: { readonly names: string[]; readonly types: string[] }
  readonly stdInterfaceId?: string
}
export interface ScriptArtifact {
  readonly version: string
  readonly name: string
  readonly bytecodeTemplate: string
  readonly bytecodeDebugPatch: string
  readonly fields: FieldsArtifact
  readonly functions: FunctionArtifact[]
  readonly warnings: readonly string[]
}
export interface ProjectArtifact {
  readonly contracts: ContractArtifact[]
  readonly scripts: ScriptArtifact[]
  readonly structs?: StructArtifact[]
  readonly constants?: ConstantArtifact[]
  readonly enums?: EnumArtifact[]
  readonly warnings?: readonly string[]
  readonly testError?: string
}

const toFields = (args: readonly Argument[]): FieldsArtifact => ({
  names: args.map(({ ident }) => ident.name),
  types: args.map(({ type }) => signatureOf(type)),
  isMutable: args.map(({ mutable }) => mutable),
})

const toFunction = (func: FuncDef): FunctionArtifact => ({
  name: func.id.name,
  usePreapprovedAssets: func.usesPreapprovedAssets,
  useAssetsInContract: func.contractAssets !== 'no',
  isPublic: func.isPublic,
  paramNames: func.args.map(({ ident }) => ident.name),
  paramTypes: func.args.map(({ type }) => signatureOf(type)),
  paramIsMutable: func.args.map(({ mutable }) => mutable),
  returnTypes: returnTypes(func.returns).map(signatureOf),
})

function returnTypes(types: readonly Type[]): readonly Type[] {
  const [only] = types
  return types.length === 1 && only?.kind === 'Tuple' ? only.types : types
}

const toConstant = ({ name, value }: { name: string; value: Val }): ConstantArtifact => ({
  name,
  value: toJsonVal(value),
})

const toEnum = ({ id, fields }: EnumDef): EnumArtifact => ({
  name: id.name,
  fields: fields.map(({ ident, value }) => toConstant({ name: ident.name, value: value.value })),
})

const toStruct = ({ id, fields }: Struct): StructArtifact => ({
  name: id.name,
  fieldNames: fields.map(({ ident }) => ident.name),
  fieldTypes: fields.map(({ type }) => signatureOf(type)),
  isMutable: fields.map(({ mutable }) => mutable),
})

/** A standard's id is an immutable field of its own, behind the others. */
const stdField: Argument = {
  ident: { name: '__stdInterfaceId' },
  type: { kind: 'ByteVec' },
  mutable: false,
  unused: true,
}

const stdIdOf = ({ stdIdEnabled, stdInterfaceId }: Contract): Uint8Array | undefined =>
  stdIdEnabled ? stdInterfaceId : undefined

export function contractArtifact({
  ast,
  code,
  debugCode,
  constants,
  warnings,
}: CompiledContract): ContractArtifact {
  const release = encodeContract(withoutHoles(code))
  const debug = encodeContract(withoutHoles(debugCode))
  const stdId = stdIdOf(ast)
  const bytecode = bytesToHex(release.bytes)
  return {
    version: compilerVersion,
    name: ast.id.name,
    bytecode,
    bytecodeDebugPatch: debugPatch(bytecode, bytesToHex(debug.bytes)),
    codeHash: release.hash,
    codeHashDebug: debug.hash,
    fields: toFields(stdId === undefined ? ast.fields : [...ast.fields, stdField]),
    functions: inMethodOrder(ast.funcs).map(toFunction),
    constants: constants.map(toConstant),
    enums: ast.enums.map(toEnum),
    events: ast.events.map(({ id, fields }) => ({
      name: id.name,
      fieldNames: fields.map(({ ident }) => ident.name),
      fieldTypes: fields.map(({ type }) => signatureOf(type)),
    })),
    warnings,
    ...(ast.maps.length === 0 ? {} : { maps: toMaps(ast) }),
    ...(stdId === undefined ? {} : { stdInterfaceId: bytesToHex(stdId.subarray(stdIdPrefix.length)) }),
  }
}

const toMaps = ({ maps }: Contract): { names: string[]; types: string[] } => ({
  names: maps.map(({ ident }) => ident.name),
  types: maps.map(({ key, value }) => signatureOf({ kind: 'Map', key, value })),
})

export function scriptArtifact({ ast, code, debugCode, warnings }: CompiledScript): ScriptArtifact {
  const bytecodeTemplate = templateText(code)
  return {
    version: compilerVersion,
    name: ast.id.name,
    bytecodeTemplate,
    bytecodeDebugPatch: debugPatch(bytecodeTemplate, templateText(debugCode)),
    fields: toFields(ast.params),
    functions: inMethodOrder(ast.funcs).map(toFunction),
    warnings,
  }
}

export function projectArtifact(project: CompiledProject, testError?: string): ProjectArtifact {
  const { globals, warnings } = project
  const constants = globals.calculated()
  return {
    contracts: project.contracts.map(contractArtifact),
    scripts: project.scripts.map(scriptArtifact),
    ...(globals.structs.length === 0 ? {} : { structs: globals.structs.map(toStruct) }),
    ...(constants.length === 0 ? {} : { constants: constants.map(toConstant) }),
    ...(globals.enums.length === 0 ? {} : { enums: globals.enums.map(toEnum) }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(testError === undefined ? {} : { testError }),
  }
}
