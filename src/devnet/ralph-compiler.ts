import { createThreadPool, type ThreadPool } from '../kit/index.ts'
import type { CompilerOptions, TestedContract } from '../ralph/index.ts'

export interface CompileJob {
  readonly target: 'script' | 'contract' | 'project'
  readonly source: string
  readonly options: CompilerOptions
}

/** Why not, or what the route answers and the contracts of a project that have tests to run. */
export type CompileReply =
  | { readonly refusal: string }
  | { readonly artifact: object; readonly tested: readonly TestedContract[] }

export type RalphCompiler = ThreadPool<CompileJob, CompileReply>

/** The whole of a large project takes a second. */
const compileMs = 60_000
const memoryMaxMb = 1_024

/** Compiles in threads of its own: a program can be made to take as long as it likes, and the chain goes on meanwhile. */
export const createRalphCompiler = (): RalphCompiler =>
  createThreadPool({
    module: './ralph-compiler-worker',
    callerUrl: import.meta.url,
    what: 'compilation',
    threads: 2,
    queueMax: 64,
    jobMs: compileMs,
    limits: { maxOldGenerationSizeMb: memoryMaxMb },
  })
