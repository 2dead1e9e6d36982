/**
 * ralph: Ralph source in, the node's compile answers out, byte for byte those of full node 4.6.0.
 *
 * Owns          lexer, parser, types, inheritance, checks, code generation, warnings, artifacts, error texts.
 * Does not own  running code (vm): tests inside contracts are compiled here and run by whoever has a machine.
 * Never         does I/O, or emits code it is not sure of: what it cannot do it refuses.
 */
import { contractArtifact, projectArtifact, scriptArtifact } from './artifacts.ts'
import type { CompilerOptions } from './check/options.ts'
import { compileContract, compileProject, compileScript } from './compile.ts'

export type { CompilerOptions } from './check/options.ts'
export { CompileError } from './compile-error.ts'
export { errorText } from './error-text.ts'

/** All contracts and scripts of a source. Throws a CompileError. */
export const compileProjectSource = (source: string, options: CompilerOptions = {}) =>
  projectArtifact(compileProject(source, options))

export const compileContractSource = (source: string, options: CompilerOptions = {}) =>
  contractArtifact(compileContract(source, options))

export const compileScriptSource = (source: string, options: CompilerOptions = {}) =>
  scriptArtifact(compileScript(source, options))
