/**
 * ralph: Ralph source in, the node's compile answers out, byte for byte those of full node 4.6.0.
 *
 * Owns          lexer, parser, types, inheritance, checks, code generation, warnings, artifacts, error texts.
 * Does not own  running code (vm): tests inside contracts are compiled here and run by whoever has a machine.
 * Never         does I/O, or emits code it is not sure of: what it cannot do it refuses.
 */
import type { DecodedContract } from '../bytecode/index.ts'
import {
  type ContractArtifact,
  contractArtifact,
  type ProjectArtifact,
  projectArtifact,
  type ScriptArtifact,
  scriptArtifact,
} from './artifacts.ts'
import type { CompilerOptions } from './check/options.ts'
import { type CompiledContract, compileContract, compileProject, compileScript } from './compile.ts'
import { CompilerLimit } from './compile-error.ts'
import { withoutHoles } from './emit/methods.ts'
import { parseProgram } from './syntax/definitions.ts'
import type { CompiledTests } from './unit-tests.ts'

export type { ContractArtifact, ProjectArtifact, StructArtifact } from './artifacts.ts'
export type { CompilerOptions } from './check/options.ts'
export { CompileError } from './compile-error.ts'
export { errorText } from './error-text.ts'
export { alphTokenId, type CompiledTest, type CompiledTests, type CreatedContract } from './unit-tests.ts'

/** A contract with tests, as a machine needs it. */
export interface TestedContract {
  readonly name: string
  readonly debugCode: DecodedContract
  /** With all fields mutable, if a test wants that. */
  readonly testCode: DecodedContract | undefined
  readonly tests: CompiledTests | undefined
}

/** Runs the tests of a project and says what the first failed one says. */
export type TestRunner = (contracts: readonly TestedContract[]) => string | undefined

/** Reads a source and no more: throws a CompileError where it is no Ralph. */
export const checkSyntax = (source: string): void => void bounded(() => parseProgram(source))

/** All contracts and scripts of a source. Throws a CompileError. */
export function compileProjectSource(
  source: string,
  options: CompilerOptions = {},
  runTests?: TestRunner,
): ProjectArtifact {
  const project = bounded(() => compileProject(source, options))
  return projectArtifact(project, options.skipTests ? undefined : runTests?.(project.contracts.map(toTested)))
}

/** The bounds on nesting keep far from the end of the stack; where it is shorter than usual, that is no crash either. */
function bounded<T>(compile: () => T): T {
  try {
    return compile()
  } catch (error) {
    if (isStackOverflow(error)) throw new CompilerLimit('The program is nested too deeply')
    throw error
  }
}

/** A RangeError in most browsers, an InternalError in Firefox. */
const isStackOverflow = (error: unknown): boolean =>
  error instanceof Error && /^Maximum call stack|^too much recursion/.test(error.message)

const toTested = ({ ast, debugCode, testCode, tests }: CompiledContract): TestedContract => ({
  name: ast.id.name,
  debugCode: withoutHoles(debugCode),
  testCode: testCode === undefined ? undefined : withoutHoles(testCode),
  tests,
})

/** The first contract of a source. */
export const compileContractSource = (source: string, options: CompilerOptions = {}): ContractArtifact =>
  contractArtifact(bounded(() => compileContract(source, options)))

/** The first script of a source. */
export const compileScriptSource = (source: string, options: CompilerOptions = {}): ScriptArtifact =>
  scriptArtifact(bounded(() => compileScript(source, options)))
