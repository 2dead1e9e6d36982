import { serveJobs } from '../kit/index.ts'
import {
  CompileError,
  compileContractSource,
  compileProjectSource,
  compileScriptSource,
  errorText,
  type TestedContract,
} from '../ralph/index.ts'
import type { CompileJob, CompileReply } from './ralph-compiler.ts'

/** A thread that compiles Ralph. Tests inside contracts run where the chain is. */
serveJobs((job: CompileJob): CompileReply => {
  try {
    return compile(job)
  } catch (error) {
    if (error instanceof CompileError) return { refusal: errorText(error, job.source) }
    throw error
  }
})

function compile({ target, source, options }: CompileJob): CompileReply {
  if (target === 'script') return { artifact: compileScriptSource(source, options), tested: [] }
  if (target === 'contract') return { artifact: compileContractSource(source, options), tested: [] }
  let tested: readonly TestedContract[] = []
  const artifact = compileProjectSource(source, options, (contracts) => {
    tested = contracts.some(({ tests }) => tests !== undefined) ? contracts : []
    return undefined
  })
  return { artifact, tested }
}
