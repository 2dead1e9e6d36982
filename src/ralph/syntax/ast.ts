import type { Val, ValType } from '../../bytecode/index.ts'
import type { Span } from './span.ts'

/** The program as read. Types of expressions are remembered at the node, because functions are shared by heirs. */

interface Node {
  span?: Span | undefined
}

/** Types as written and as resolved. A name is a struct or a contract only once the whole program is known. */
export type Type =
  | PrimitiveType
  | ArrayType
  | NamedType
  | StructType
  | MapType
  | TupleType
  | ContractType
  | PanicType

export interface PrimitiveType {
  readonly kind: ValType
}
export interface ArrayType {
  readonly kind: 'Array'
  readonly base: Type
  readonly size: number | Expr
  /** Of a size that is an expression, once it has been calculated. */
  calculated?: number
}
export interface NamedType {
  readonly kind: 'Named'
  readonly id: TypeId
}
export interface StructType {
  readonly kind: 'Struct'
  readonly id: TypeId
}
export interface MapType {
  readonly kind: 'Map'
  readonly key: Type
  readonly value: Type
}
export interface TupleType {
  readonly kind: 'Tuple'
  readonly types: readonly Type[]
}
export interface ContractType {
  readonly kind: 'Contract'
  readonly id: TypeId
}
/** Of `panic!`, which gives nothing back. */
export interface PanicType {
  readonly kind: 'Panic'
}

export type UnarySign = '!' | '-'
export type BinarySign =
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<='
  | '<'
  | '>='
  | '>'
  | '|'
  | '^'
  | '&'
  | '<<'
  | '>>'
  | '++'
  | '+'
  | '-'
  | '|+|'
  | '|-|'
  | '*'
  | '/'
  | '\\'
  | '%'
  | '|*|'
  | '**'
  | '|**|'

/** A name in lower case (variables, fields), or a constant. */
export interface Ident extends Node {
  readonly name: string
}

/** A name of a contract, interface, script, struct, enum or event. */
export interface TypeId extends Node {
  readonly name: string
}

export interface FuncId extends Node {
  readonly name: string
  readonly builtIn: boolean
}

interface Typed extends Node {
  types?: readonly Type[] | undefined
}

export interface Const extends Typed {
  readonly kind: 'Const'
  readonly value: Val
}
export interface AlphTokenId extends Typed {
  readonly kind: 'ALPHTokenId'
}
export interface ArrayList extends Typed {
  readonly kind: 'CreateArrayExpr1'
  readonly elements: readonly Expr[]
}
export interface ArrayFill extends Typed {
  readonly kind: 'CreateArrayExpr2'
  readonly element: Expr
  readonly size: Expr
}
export interface Variable extends Typed {
  readonly kind: 'Variable'
  readonly id: Ident
}
export interface EnumFieldRef extends Typed {
  readonly kind: 'EnumFieldSelector'
  readonly enumId: TypeId
  readonly field: Ident
}
export interface Unary extends Typed {
  readonly kind: 'UnaryOp'
  readonly op: UnarySign
  readonly expr: Expr
}
export interface Binary extends Typed {
  readonly kind: 'Binop'
  readonly op: BinarySign
  readonly left: Expr
  readonly right: Expr
}
export interface ContractConv extends Typed {
  readonly kind: 'ContractConv'
  readonly typeId: TypeId
  readonly address: Expr
}
export interface CallExpr extends Typed, CallParts {
  readonly kind: 'CallExpr'
}
export interface StaticCallExpr extends Typed, CallParts {
  readonly kind: 'ContractStaticCallExpr'
  readonly contractId: TypeId
}
export interface ContractCallExpr extends Typed, CallParts {
  readonly kind: 'ContractCallExpr'
  readonly object: Expr
}
export interface Paren extends Typed {
  readonly kind: 'ParenExpr'
  readonly expr: Expr
  /** How many follow each other from here inwards. */
  readonly depth: number
}
export interface TupleLiteral extends Typed {
  readonly kind: 'TupleLiteral'
  readonly exprs: readonly Expr[]
}
export interface IfExpr extends Typed {
  readonly kind: 'IfElseExpr'
  readonly branches: readonly IfExprBranch[]
  readonly otherwise: ElseExprBranch
}
export interface IfExprBranch extends Node {
  readonly condition: Expr
  readonly statements: readonly Statement[]
  readonly expr: Expr
}
export interface ElseExprBranch extends Node {
  readonly statements: readonly Statement[]
  readonly expr: Expr
}
export interface StructCtor extends Typed {
  readonly kind: 'StructCtor'
  readonly id: TypeId
  readonly fields: readonly { readonly ident: Ident; readonly expr: Expr | undefined }[]
}
export interface Load extends Typed {
  readonly kind: 'LoadDataBySelectors'
  readonly base: Expr
  readonly selectors: readonly Selector[]
}
export interface MapContains extends Typed {
  readonly kind: 'MapContains'
  readonly ident: Ident
  readonly index: Expr
}

export type Expr =
  | Const
  | AlphTokenId
  | ArrayList
  | ArrayFill
  | Variable
  | EnumFieldRef
  | Unary
  | Binary
  | ContractConv
  | CallExpr
  | StaticCallExpr
  | ContractCallExpr
  | Paren
  | TupleLiteral
  | IfExpr
  | StructCtor
  | Load
  | MapContains

export interface IndexSelector extends Node {
  readonly kind: 'IndexSelector'
  readonly index: Expr
}
export interface IdentSelector extends Node {
  readonly kind: 'IdentSelector'
  readonly ident: Ident
}
export type Selector = IndexSelector | IdentSelector

export interface ApproveAsset extends Node {
  readonly address: Expr
  readonly amounts: readonly TokenAmount[]
}
export interface TokenAmount {
  readonly token: Expr
  readonly amount: Expr
}

export interface CallParts extends Node {
  readonly id: FuncId
  readonly approve: readonly ApproveAsset[]
  readonly args: readonly Expr[]
}

export interface NamedVar extends Node {
  readonly kind: 'NamedVar'
  readonly mutable: boolean
  readonly ident: Ident
}
export interface AnonymousVar extends Node {
  readonly kind: 'AnonymousVar'
}
export type VarDeclaration = NamedVar | AnonymousVar

export interface VarDef extends Node {
  readonly kind: 'VarDef'
  readonly vars: readonly VarDeclaration[]
  readonly value: Expr
}
export interface StructDestruction extends Node {
  readonly kind: 'StructDestruction'
  readonly id: TypeId
  readonly vars: readonly {
    readonly mutable: boolean
    readonly ident: Ident
    readonly alias: Ident | undefined
  }[]
  readonly expr: Expr
}

export interface AssignmentTarget extends Node {
  readonly ident: Ident
  readonly selectors: readonly Selector[]
  type?: Type | undefined
  /** Where compound assignment keeps indexes that must be computed only once, by their place among the selectors. */
  readonly indexVariables: Map<number, Variable>
}
export interface Assign extends Node {
  readonly kind: 'Assign'
  readonly targets: readonly AssignmentTarget[]
  readonly value: Expr
}
export interface CompoundAssign extends Node {
  readonly kind: 'CompoundAssign'
  readonly target: AssignmentTarget
  readonly op: CompoundOperator
  readonly value: Expr
}
export type CompoundOperator = '+=' | '-=' | '*=' | '/='

export interface FuncCall extends CallParts {
  readonly kind: 'FuncCall'
}
export interface StaticFuncCall extends CallParts {
  readonly kind: 'StaticContractFuncCall'
  readonly contractId: TypeId
}
export interface ContractCall extends CallParts {
  readonly kind: 'ContractCall'
  readonly object: Expr
}
export interface MapCall extends Node {
  readonly kind: 'InsertToMap' | 'RemoveFromMap'
  readonly ident: Ident
  readonly args: readonly Expr[]
}
export interface IfBranch extends Node {
  readonly condition: Expr
  readonly body: readonly Statement[]
}
export interface ElseBranch extends Node {
  readonly body: readonly Statement[]
}
export interface IfStatement extends Node {
  readonly kind: 'IfElseStatement'
  readonly branches: readonly IfBranch[]
  readonly otherwise: ElseBranch | undefined
}
export interface While extends Node {
  readonly kind: 'While'
  readonly condition: Expr
  readonly body: readonly Statement[]
}
export interface ForLoop extends Node {
  readonly kind: 'ForLoop'
  readonly initialize: Statement
  readonly condition: Expr
  readonly update: Statement
  readonly body: readonly Statement[]
}
export interface Return extends Node {
  readonly kind: 'ReturnStmt'
  readonly exprs: readonly Expr[]
}
export interface Debug extends Node {
  readonly kind: 'Debug'
  readonly texts: readonly string[]
  readonly values: readonly Expr[]
}
export interface EmitEvent extends Node {
  readonly kind: 'EmitEvent'
  readonly id: TypeId
  readonly args: readonly Expr[]
}

export type Statement =
  | VarDef
  | StructDestruction
  | Assign
  | CompoundAssign
  | FuncCall
  | StaticFuncCall
  | ContractCall
  | MapCall
  | IfStatement
  | While
  | ForLoop
  | Return
  | Debug
  | EmitEvent

export interface Argument extends Node {
  readonly ident: Ident
  readonly type: Type
  readonly mutable: boolean
  readonly unused: boolean
}

export interface AnnotationField extends Node {
  readonly ident: Ident
  readonly value: Const
}
export interface Annotation extends Node {
  readonly id: Ident
  readonly fields: readonly AnnotationField[]
}

export type ContractAssets = 'no' | 'yes' | 'enforced'

export interface FuncDef extends Node {
  readonly annotations: readonly Annotation[]
  readonly id: FuncId
  readonly isPublic: boolean
  readonly usesPreapprovedAssets: boolean
  readonly contractAssets: ContractAssets
  readonly paysToContractOnly: boolean
  readonly checksExternalCaller: boolean
  readonly updatesFields: boolean
  readonly methodIndex: number | undefined
  readonly inline: boolean
  readonly args: readonly Argument[]
  readonly returns: readonly Type[]
  readonly body: readonly Statement[] | undefined
  /** The contract, interface or script that holds its text. */
  readonly origin: TypeId | undefined
}

export interface StructField extends Node {
  readonly ident: Ident
  readonly mutable: boolean
  readonly type: Type
}
export interface Struct extends Node {
  readonly kind: 'struct'
  readonly id: TypeId
  readonly fields: readonly StructField[]
}

export interface ConstantDef extends Node {
  readonly kind: 'const'
  readonly ident: Ident
  readonly expr: Expr
  readonly origin: TypeId | undefined
}

export interface EnumField extends Node {
  readonly ident: Ident
  readonly value: Const
  readonly origin: TypeId | undefined
}
export interface EnumDef extends Node {
  readonly kind: 'enum'
  readonly id: TypeId
  readonly fields: readonly EnumField[]
}

export interface EventDef extends Node {
  readonly kind: 'event'
  readonly id: TypeId
  readonly fields: readonly { readonly ident: Ident; readonly type: Type }[]
}

export interface MapDef extends Node {
  readonly kind: 'map'
  readonly ident: Ident
  readonly key: Type
  readonly value: Type
}

export interface Inheritance extends Node {
  readonly parentId: TypeId
  /** The fields given to a parent contract; interfaces take none. */
  readonly fields: readonly Ident[] | undefined
}

export interface Contract extends Node {
  readonly kind: 'Contract'
  readonly stdIdEnabled: boolean | undefined
  readonly stdInterfaceId: Uint8Array | undefined
  readonly isAbstract: boolean
  readonly id: TypeId
  readonly fields: readonly Argument[]
  readonly funcs: readonly FuncDef[]
  readonly maps: readonly MapDef[]
  readonly events: readonly EventDef[]
  readonly constants: readonly ConstantDef[]
  readonly enums: readonly EnumDef[]
  readonly inheritances: readonly Inheritance[]
  readonly tests: readonly UnitTestDef[]
}
export interface Interface extends Node {
  readonly kind: 'Interface'
  readonly stdInterfaceId: Uint8Array | undefined
  readonly usesMethodSelector: boolean
  readonly id: TypeId
  readonly funcs: readonly FuncDef[]
  readonly events: readonly EventDef[]
  readonly inheritances: readonly Inheritance[]
}
export interface TxScript extends Node {
  readonly kind: 'TxScript'
  readonly id: TypeId
  readonly params: readonly Argument[]
  readonly funcs: readonly FuncDef[]
}
export type ContractLike = Contract | Interface | TxScript

export interface TestSetting extends Node {
  readonly name: string
  readonly value: Expr
}
export interface TestContract extends Node {
  readonly typeId: TypeId
  readonly tokens: readonly TokenAmount[]
  readonly fields: readonly Expr[]
  readonly address: Ident | undefined
}
export interface SingleTest extends Node {
  readonly before: readonly TestContract[]
  readonly after: readonly TestContract[]
  readonly assets: readonly ApproveAsset[] | undefined
  readonly body: readonly Statement[]
}
export interface UnitTestDef extends Node {
  readonly kind: 'test'
  readonly name: string
  readonly settings: { readonly span?: Span | undefined; readonly defs: readonly TestSetting[] } | undefined
  readonly tests: readonly SingleTest[]
  readonly origin: TypeId | undefined
}

export interface Program extends Node {
  readonly contracts: readonly ContractLike[]
  readonly structs: readonly Struct[]
  readonly constants: readonly ConstantDef[]
  readonly enums: readonly EnumDef[]
}
