import {
  addressText,
  type Hash,
  hashHex,
  isContractLock,
  type Lock,
  type Method,
  u256Max,
  type Val,
} from '../bytecode/index.ts'
import { bytesToHex, GAS_MAX, GAS_PRICE_MIN, hexToBytes, utf8ToBytes } from '../kit/index.ts'
import type { State } from './check/state.ts'
import { CompilerLimit, refuse } from './compile-error.ts'
import { type CompiledMethod, localsLength, withoutHoles } from './emit/methods.ts'
import { arraySize, isPrimitive, typeText } from './model/type.ts'
import type {
  ApproveAsset,
  Contract,
  Expr,
  SingleTest,
  TestContract,
  TokenAmount,
  Type,
  TypeId,
  UnitTestDef,
} from './syntax/ast.ts'
import type { Span } from './syntax/span.ts'
import { checkUnique } from './syntax/unique.ts'

/** `test` blocks: worlds to make, a method to run in them, and what has to be true afterwards. A machine runs them. */

export interface TestToken {
  readonly id: Hash
  readonly amount: bigint
}

export interface TestField {
  readonly name: string
  readonly value: Val
}

export interface CreatedContract {
  readonly typeName: string
  readonly contractId: Hash
  readonly tokens: readonly TestToken[]
  readonly immFields: readonly TestField[]
  readonly mutFields: readonly TestField[]
}

export interface TestSettings {
  readonly group: number
  readonly blockHash: Hash | undefined
  readonly blockTimestampMs: bigint | undefined
  readonly updatesImmFields: boolean
  readonly dustAmount: bigint | undefined
}

export interface CompiledTest {
  readonly name: string
  readonly settings: TestSettings
  /** The tested contract is the last. */
  readonly before: readonly CreatedContract[]
  readonly after: readonly CreatedContract[]
  /** Where the states afterwards are written, in the order of the source; the contracts above have the tested one last. */
  readonly afterSpans: readonly (Span | undefined)[]
  readonly assets: readonly { readonly lock: Lock; readonly tokens: readonly TestToken[] }[]
  readonly method: Method
}

export interface CompiledTests {
  readonly tests: readonly CompiledTest[]
  /** Where in the source a check stands, by the number that its code gives when it fails. */
  readonly places: ReadonlyMap<number, Span | undefined>
}

const idBytes = 32
export const alphTokenId: Hash = '00'.repeat(idBytes)
const defaultSettings: TestSettings = {
  group: 0,
  blockHash: undefined,
  blockTimestampMs: undefined,
  updatesImmFields: false,
  dustAmount: undefined,
}

/** The fee of all the gas a test may use; it comes on top of what the first address approves. */
const gasFee = GAS_PRICE_MIN * BigInt(GAS_MAX)

export function compileTests(state: State, contract: Contract): CompiledTests {
  const nameOf = (def: UnitTestDef): string =>
    def.origin === undefined ? def.name : `${def.origin.name}:${def.name}`
  checkUnique(
    contract.tests.map((def) => ({ name: nameOf(def), span: def.span })),
    'tests',
  )
  state.variables.inTest = true
  const tests = contract.tests.flatMap((def) => {
    const settings = def.settings === undefined ? defaultSettings : readSettings(state, def.settings)
    state.updatesImmFields = settings.updatesImmFields
    const compiled = def.tests.map((test, i) =>
      compileTest({ state, name: nameOf(def), origin: def.origin ?? state.typeId, settings }, test, i),
    )
    state.updatesImmFields = false
    return compiled
  })
  state.variables.inTest = false
  return { tests, places: new Map(state.testChecks) }
}

const settingKeys = ['group', 'blockHash', 'blockTimeStamp', 'updateImmFields', 'dustAmount']

function readSettings(state: State, { defs, span }: NonNullable<UnitTestDef['settings']>): TestSettings {
  checkUnique(defs, 'test settings')
  const unknown = defs.find(({ name }) => !settingKeys.includes(name))
  if (unknown !== undefined) {
    refuse(`Invalid setting key ${unknown.name}, it must be one of [${settingKeys.join(', ')}]`, unknown.span)
  }
  const read = (key: string, type: Val['type']): Val | undefined => {
    const def = defs.find(({ name }) => name === key)
    return def === undefined ? undefined : constantOf(state, def.value, type, 'group')
  }
  const group = read('group', 'U256')
  const blockHash = read('blockHash', 'ByteVec')
  if (blockHash?.type === 'ByteVec' && blockHash.value.length !== idBytes) {
    refuse(`Invalid block hash ${bytesToHex(blockHash.value)}`, span)
  }
  const time = read('blockTimeStamp', 'U256')
  const updates = read('updateImmFields', 'Bool')
  const dust = read('dustAmount', 'U256')
  return {
    group: group?.type === 'U256' ? Number(BigInt.asIntN(32, group.value)) : 0,
    blockHash: blockHash?.type === 'ByteVec' ? bytesToHex(blockHash.value) : undefined,
    blockTimestampMs: time?.type === 'U256' ? BigInt.asIntN(64, time.value) : undefined,
    updatesImmFields: updates?.type === 'Bool' && updates.value,
    dustAmount: dust?.type === 'U256' ? dust.value : undefined,
  }
}

/** A value that is known before the test runs. */
function constantOf(state: State, expr: Expr, type: Val['type'], what: string): Val {
  if (expr.kind === 'Const' && expr.value.type === type) return expr.value
  if (expr.kind === 'ALPHTokenId' && type === 'ByteVec') {
    return { type: 'ByteVec', value: hexToBytes(alphTokenId) }
  }
  if (expr.kind === 'Variable') {
    const found = state.variables.variable(expr.id)
    if (found.kind === 'Constant' && found.value.type === type) return found.value
    return refuse(`Invalid ${what} expr, expected a constant expr`, expr.span)
  }
  const types = state.typesOf(expr)
  if (types.length === 1 && valueType(types[0]!) === type) return state.types.calculate(expr)
  return refuse(`Invalid ${what} expr, expected a constant expr of type ${type}`, expr.span)
}

/** A contract is its id; arrays and structs are compared by what they are made of. */
function valueType(type: Type): string {
  switch (type.kind) {
    case 'Contract':
      return 'ByteVec'
    case 'Array':
      return `[${valueType(type.base)};${arraySize(type)}]`
    case 'Struct':
      return `struct ${type.id.name}`
    case 'Map':
      return `map ${valueType(type.key)} ${valueType(type.value)}`
    case 'Panic':
      throw new CompilerLimit('panic! gives no value')
    default:
      return type.kind
  }
}

interface Context {
  readonly state: State
  readonly name: string
  readonly origin: TypeId
  readonly settings: TestSettings
}

function compileTest(context: Context, test: SingleTest, index: number): CompiledTest {
  const { state, name, settings } = context
  const id = { name: `${name}:${index}`, builtIn: false }
  state.variables.enterFunction(id)
  return state.variables.within(test, () => {
    const ids = new Ids(id.name)
    const before = createBefore(context, test, ids)
    const tested = before.at(-1)!
    const [selfAfter, othersAfter] = selfAndOthers(test, test.after)
    const after = [...othersAfter, ...selfAfter].map((def) =>
      createAfter(context, def, tested.contractId, ids),
    )
    const assets = (test.assets ?? []).map((asset, i) => readAsset(state, asset, i === 0, ids))
    for (const statement of test.body) state.check(statement)
    const locals = localsLength(state, id)
    const code: CompiledMethod = {
      isPublic: true,
      usesPreapprovedAssets: test.assets !== undefined,
      usesContractAssets: false,
      paysToContractOnly: false,
      argsLength: 0,
      localsLength: locals,
      returnLength: 0,
      instructions: state.emitStatements(test.body),
    }
    const [method] = withoutHoles({ fieldLength: 0, methods: [code] }).methods
    return {
      name,
      settings,
      before,
      after,
      afterSpans: test.after.map(({ span }) => span),
      assets,
      method: method!,
    }
  })
}

/** Ids for what a test makes: different ones, and the same every time. */
class Ids {
  readonly #seed: string
  #count = 0

  constructor(seed: string) {
    this.#seed = seed
  }

  next(): Hash {
    return hashHex(utf8ToBytes(`${this.#seed}:${this.#count++}`))
  }
}

const isSelf = ({ typeId }: TestContract): boolean => typeId.name === 'Self'

function selfAndOthers(test: SingleTest, defs: readonly TestContract[]): [TestContract[], TestContract[]] {
  const self = defs.filter(isSelf)
  if (self.length > 1) refuse('Self contract is defined multiple times', test.span)
  return [self, defs.filter((def) => !isSelf(def))]
}

function createBefore(context: Context, test: SingleTest, ids: Ids): CreatedContract[] {
  const { state, settings } = context
  const [self, others] = selfAndOthers(test, test.before)
  if (self.length > 0) return [...others, ...self].map((def) => create(context, def, ids))
  const contract = concreteContract(state, state.typeId)
  const fields = contract.fields.flatMap(({ ident, type, mutable }) =>
    defaultValues(state, ident.name, type, mutable),
  )
  return [
    ...others.map((def) => create(context, def, ids)),
    {
      typeName: state.typeId.name,
      contractId: ids.next(),
      tokens: [],
      ...contractFields(contract, fields, settings.updatesImmFields),
    },
  ]
}

function create(context: Context, def: TestContract, ids: Ids): CreatedContract {
  const { state } = context
  const tokens = readTokens(state, def.tokens, ids)
  const { typeId, ...fields } = typeAndFields(context, def)
  const contractId = ids.next()
  if (def.address !== undefined) {
    const value: Val = { type: 'ByteVec', value: hexToBytes(contractId) }
    state.declarations.addConstant(def.address, value, undefined, { kind: 'Contract', id: typeId })
  }
  return { typeName: typeId.name, contractId, tokens, ...fields }
}

function createAfter(context: Context, def: TestContract, selfId: Hash, ids: Ids): CreatedContract {
  const { state } = context
  const tokens = readTokens(state, def.tokens, ids)
  const { typeId, ...fields } = typeAndFields(context, def)
  let contractId = selfId
  if (def.address !== undefined) {
    const value = state.types.constantValue(def.address)
    if (value.type !== 'ByteVec' || value.value.length !== idBytes) {
      return refuse('Invalid contract id in after def', def.span)
    }
    contractId = bytesToHex(value.value)
  } else if (!isSelf(def)) refuse('Expect a contract id in after def', def.span)
  return { typeName: typeId.name, contractId, tokens, ...fields }
}

function concreteContract(state: State, id: TypeId): Contract {
  const { ast } = state.contract(id)
  if (ast.kind !== 'Contract') return refuse(`Contract ${id.name} does not exist`, id.span)
  if (ast.isAbstract) {
    refuse(`Expected a contract type ${id.name}, but got an abstract contract`, id.span)
  }
  return ast
}

function abstractContract(state: State, id: TypeId): Contract {
  const { ast } = state.contract(id)
  if (ast.kind === 'Contract' && ast.isAbstract) return ast
  return refuse(`Abstract contract ${id.name} does not exist`, id.span)
}

interface FieldValue extends TestField {
  readonly mutable: boolean
}

/** A test of a parent names the parent's fields; the heir's others have their defaults. */
function typeAndFields(
  { state, origin, settings }: Context,
  def: TestContract,
): { typeId: TypeId; immFields: TestField[]; mutFields: TestField[] } {
  const typeId = isSelf(def) ? state.typeId : def.typeId
  const contract = concreteContract(state, typeId)
  const described =
    isSelf(def) && origin.name !== state.typeId.name ? abstractContract(state, origin) : contract
  if (described.fields.length !== def.fields.length) refuse('Invalid contract field size', def.span)
  const values = contract.fields.flatMap(({ ident, type, mutable }) => {
    const resolved = state.types.resolve(type)
    const i = described.fields.findIndex((field) => field.ident.name === ident.name)
    if (i === -1) return defaultValues(state, ident.name, resolved, mutable)
    const expr = def.fields[i]!
    const types = state.typesOf(expr)
    if (types.length !== 1 || valueType(types[0]!) !== valueType(resolved)) {
      refuse(`Invalid contract field type, expected ${typeText(resolved)}`, expr.span)
    }
    return givenValues(state, ident.name, expr, resolved, mutable)
  })
  return { typeId, ...contractFields(contract, values, settings.updatesImmFields) }
}

function contractFields(
  { stdIdEnabled, stdInterfaceId }: Contract,
  given: readonly FieldValue[],
  updatesImmFields: boolean,
): { immFields: TestField[]; mutFields: TestField[] } {
  const values = [...given]
  if (stdIdEnabled && stdInterfaceId !== undefined) {
    const value: Val = { type: 'ByteVec', value: stdInterfaceId }
    values.push({ name: '__stdInterfaceId', value, mutable: false })
  }
  const imm = values.filter(({ mutable }) => !mutable)
  const mut = values.filter(({ mutable }) => mutable)
  return updatesImmFields
    ? { immFields: [], mutFields: [...mut, ...imm] }
    : { immFields: imm, mutFields: mut }
}

const elementsOf = (name: string, count: number, elements: readonly FieldValue[]): FieldValue[] =>
  Array.from({ length: Math.max(0, count) }, (_, i) =>
    elements.map((element) => ({ ...element, name: `${name}[${i}]${element.name}` })),
  ).flat()

const defaultVals: { readonly [T in Val['type']]: Val } = {
  Bool: { type: 'Bool', value: false },
  I256: { type: 'I256', value: 0n },
  U256: { type: 'U256', value: 0n },
  ByteVec: { type: 'ByteVec', value: new Uint8Array() },
  Address: { type: 'Address', value: '00'.repeat(idBytes + 1) },
}

function defaultValues(state: State, name: string, type: Type, mutable: boolean): FieldValue[] {
  const resolved = state.types.resolve(type)
  if (resolved.kind === 'Struct') {
    return state.types
      .struct(resolved.id)
      .fields.flatMap((field) =>
        defaultValues(state, `${name}.${field.ident.name}`, field.type, mutable && field.mutable),
      )
  }
  if (resolved.kind === 'Array') {
    return elementsOf(name, arraySize(resolved), defaultValues(state, '', resolved.base, mutable))
  }
  if (resolved.kind === 'Contract') {
    return [{ name, value: { type: 'ByteVec', value: hexToBytes(alphTokenId) }, mutable }]
  }
  if (isPrimitive(resolved)) return [{ name, value: defaultVals[resolved.kind], mutable }]
  return refuse(`Invalid type ${typeText(resolved)}`)
}

function givenValues(state: State, name: string, expr: Expr, type: Type, mutable: boolean): FieldValue[] {
  const resolved = state.types.resolve(type)
  if (resolved.kind === 'Array' && expr.kind === 'CreateArrayExpr1') {
    return expr.elements.flatMap((element, i) =>
      givenValues(state, `${name}[${i}]`, element, resolved.base, mutable),
    )
  }
  if (resolved.kind === 'Array' && expr.kind === 'CreateArrayExpr2') {
    return elementsOf(name, arraySize(resolved), givenValues(state, '', expr.element, resolved.base, mutable))
  }
  if (resolved.kind === 'Struct' && expr.kind === 'StructCtor') {
    return state.types.struct(resolved.id).fields.flatMap((field) => {
      const given = expr.fields.find(({ ident }) => ident.name === field.ident.name)
      if (given?.expr === undefined) {
        return refuse(`Expected an expr for struct field ${field.ident.name}`, given?.ident.span)
      }
      return givenValues(
        state,
        `${name}.${field.ident.name}`,
        given.expr,
        field.type,
        mutable && field.mutable,
      )
    })
  }
  if (resolved.kind === 'Contract' && (expr.kind === 'ContractConv' || expr.kind === 'Variable')) {
    const id = expr.kind === 'ContractConv' ? expr.address : expr
    return [{ name, value: constantOf(state, id, 'ByteVec', 'contract field'), mutable }]
  }
  if (isPrimitive(resolved)) {
    return [{ name, value: constantOf(state, expr, resolved.kind, 'contract field'), mutable }]
  }
  return refuse(`Invalid expression, expected a constant expression of type ${typeText(resolved)}`, expr.span)
}

// Assets

/** A name that means nothing yet becomes a token or an address of its own. */
function readToken(state: State, { token, amount }: TokenAmount, ids: Ids): TestToken {
  const id = tokenId(state, token, ids)
  const value = constantOf(state, amount, 'U256', 'amount')
  if (id.length !== idBytes) return refuse(`Invalid token id ${bytesToHex(id)}`, token.span)
  return { id: bytesToHex(id), amount: value.type === 'U256' ? value.value : 0n }
}

function tokenId(state: State, expr: Expr, ids: Ids): Uint8Array {
  if (expr.kind !== 'Variable') {
    const value = constantOf(state, expr, 'ByteVec', 'token id')
    return value.type === 'ByteVec' ? value.value : new Uint8Array()
  }
  const known = state.variables.testVariable(expr.id)
  if (known?.kind === 'Constant' && known.value.type === 'ByteVec' && known.value.value.length === idBytes) {
    return known.value.value
  }
  const value = hexToBytes(ids.next())
  state.declarations.addConstant(expr.id, { type: 'ByteVec', value }, undefined)
  return value
}

function assetLock(state: State, expr: Expr, ids: Ids): Lock {
  if (expr.kind !== 'Variable') {
    const value = constantOf(state, expr, 'Address', 'address')
    return value.type === 'Address' ? value.value : ''
  }
  const known = state.variables.testVariable(expr.id)
  if (known?.kind === 'Constant' && known.value.type === 'Address') return known.value.value
  const value = `00${ids.next()}`
  state.declarations.addConstant(expr.id, { type: 'Address', value }, undefined)
  return value
}

function readTokens(state: State, amounts: readonly TokenAmount[], ids: Ids): TestToken[] {
  const sums = new Map<Hash, bigint>()
  for (const each of amounts) {
    const { id, amount } = readToken(state, each, ids)
    const sum = (sums.get(id) ?? 0n) + amount
    if (sum > u256Max) refuse(`Token ${id} amount overflow`, each.amount.span)
    sums.set(id, sum)
  }
  return [...sums].map(([id, amount]) => ({ id, amount }))
}

function readAsset(
  state: State,
  asset: ApproveAsset,
  isFirst: boolean,
  ids: Ids,
): { lock: Lock; tokens: TestToken[] } {
  const lock = assetLock(state, asset.address, ids)
  if (isContractLock(lock)) {
    refuse(`Invalid address ${addressText(lock)}, expected an asset address`, asset.address.span)
  }
  const tokens = asset.amounts.map((each) => readToken(state, each, ids))
  const sums = new Map<Hash, bigint>()
  for (const { id, amount } of isFirst ? [...tokens, { id: alphTokenId, amount: gasFee }] : tokens) {
    const sum = (sums.get(id) ?? 0n) + amount
    if (sum > u256Max) refuse('Token amount overflow', asset.span)
    sums.set(id, sum)
  }
  return { lock, tokens: [...sums].map(([id, amount]) => ({ id, amount })) }
}
