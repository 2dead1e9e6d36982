import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { CompileError, compileProjectSource, errorText, type ProjectArtifact } from '../../src/ralph/index.ts'

/** The compiler's tests are ours to run elsewhere; everything else is its default. */
export const compilerOptions = { skipTests: true } as const

/**
 * Compiles one text of Ralph: with our own compiler, or for comparison with the official one, over a node's compile route
 * when ALEPHIUM_COMPILER_URL names one, or in a JVM on the node's classes in ALEPHIUM_CLASSPATH.
 */
export async function compileProject(code: string): Promise<ProjectArtifact> {
  const url = process.env.ALEPHIUM_COMPILER_URL
  const classpath = process.env.ALEPHIUM_CLASSPATH
  if (url) return compileOverHttp(url, code)
  if (classpath) return compileInJvm(classpath, code)
  return compileHere(code)
}

/** With our own compiler, whatever the environment names. */
export function compileHere(code: string): ProjectArtifact {
  try {
    return compileProjectSource(code, compilerOptions)
  } catch (error) {
    throw error instanceof CompileError ? new Error(errorText(error, code)) : error
  }
}

async function compileOverHttp(url: string, code: string): Promise<ProjectArtifact> {
  const response = await fetch(new URL('/contracts/compile-project', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, compilerOptions }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(JSON.parse(text).detail ?? text)
  return JSON.parse(text)
}

function compileInJvm(classpath: string, code: string): ProjectArtifact {
  const driver = join(import.meta.dirname, '..', 'ralph-compiler', 'CompileProject.java')
  const result = spawnSync('java', ['-cp', classpath, driver], {
    input: code,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (result.error) throw result.error
  if (result.status !== 0) throw new Error(result.stderr)
  return JSON.parse(result.stdout)
}
