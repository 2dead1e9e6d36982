import {
  ByteWriter,
  type DecodedContract,
  encodeInstruction,
  encodeMethodHead,
  type Method,
} from '../../bytecode/index.ts'
import { bytesToHex } from '../../kit/index.ts'
import type { State } from '../check/state.ts'
import { CompilerLimit, refuse } from '../compile-error.ts'
import { methodSelector } from '../model/functions.ts'
import type { Contract, FuncDef, TxScript } from '../syntax/ast.ts'
import { type Instr, op } from './code.ts'

/** A method whose code may have holes for script parameters. */
export type CompiledMethod = Omit<Method, 'instructions'> & { readonly instructions: readonly Instr[] }

export interface CompiledCode {
  readonly fieldLength: number
  readonly methods: readonly CompiledMethod[]
}

export const hasDebugCode = ({ methods }: CompiledCode): boolean =>
  methods.some(({ instructions }) => instructions.some(({ name }) => name === 'DEBUG'))

export const inlineFuncs = (funcs: readonly FuncDef[]): FuncDef[] => funcs.filter(({ inline }) => inline)
const ownMethods = (funcs: readonly FuncDef[]): FuncDef[] => funcs.filter(({ inline }) => !inline)

function emitMethod(state: State, func: FuncDef): CompiledMethod {
  state.variables.enterFunction(func.id)
  const instructions = state.emitStatements(func.body ?? [])
  state.shared.used.addInstructions(instructions.length)
  return {
    isPublic: func.isPublic,
    usesPreapprovedAssets: func.usesPreapprovedAssets,
    usesContractAssets: func.contractAssets !== 'no',
    paysToContractOnly: func.paysToContractOnly,
    argsLength: state.types.flatLength(func.args.map(({ type }) => type)),
    localsLength: localsLength(state, func.id),
    returnLength: state.types.flatLength(func.returns),
    instructions,
  }
}

export const localsLength = (state: State, id: FuncDef['id']): number =>
  state.variables.localsOf(id).filter(({ info }) => info.kind === 'Local').length

/** Inlined functions are methods of their own only where code is debugged. */
function withInlineMethods(
  state: State,
  methods: CompiledMethod[],
  funcs: readonly FuncDef[],
): CompiledMethod[] {
  return state.allowDebug
    ? [...methods, ...inlineFuncs(funcs).map((func) => emitMethod(state, func))]
    : methods
}

export function emitContract(state: State, contract: Contract): CompiledCode {
  state.variables.startGenerating()
  const stdField = contract.stdIdEnabled && contract.stdInterfaceId !== undefined ? 1 : 0
  const fieldLength = state.types.flatLength(contract.fields.map(({ type }) => type)) + stdField
  const selectors = new Map<number, string>()
  const methods = ownMethods(contract.funcs).map((func) => {
    const method = emitMethod(state, func)
    if (!func.isPublic || !state.usesMethodSelector(contract.id, func.id)) return method
    const selector = methodSelector(func, state.globals)
    const other = selectors.get(selector)
    if (other !== undefined) {
      refuse(
        `Function ${func.id.name}'s method selector conflicts with function ${other}'s method selector. Please use a new function name.`,
        func.id.span,
      )
    }
    selectors.set(selector, func.id.name)
    return { ...method, instructions: [op('MethodSelector', selector), ...method.instructions] }
  })
  return { fieldLength, methods: withInlineMethods(state, methods, contract.funcs) }
}

export function emitScript(state: State, script: TxScript): CompiledCode {
  state.variables.startGenerating()
  const methods = withInlineMethods(
    state,
    ownMethods(script.funcs).map((func) => emitMethod(state, func)),
    script.funcs,
  )
  if (methods[0]?.isPublic !== true) {
    refuse(
      'Expected the 1st function to be public and the other functions to be private for tx script',
      script.span,
    )
  }
  return { fieldLength: 0, methods }
}

/** Without holes. */
export function withoutHoles({ fieldLength, methods }: CompiledCode): DecodedContract {
  return {
    fieldLength,
    methods: methods.map((method) => ({
      ...method,
      instructions: method.instructions.map((instruction) => {
        if (instruction.name === 'TemplateVariable') throw new CompilerLimit('Contracts have no parameters')
        return instruction
      }),
    })),
  }
}

/** Hex with a number in braces for each hole. */
export function templateText({ methods }: CompiledCode): string {
  const parts = methods.map(({ instructions, ...method }) => {
    const head = bytesToHex(encodeMethodHead(method, instructions.length))
    const body = instructions.map((instruction) =>
      instruction.name === 'TemplateVariable'
        ? `{${instruction.index}}`
        : bytesToHex(encodeInstruction(instruction)),
    )
    return head + body.join('')
  })
  return bytesToHex(new ByteWriter().int(methods.length).bytes()) + parts.join('')
}
