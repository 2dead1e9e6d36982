import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** What the official compiler answers for one contract; only what we keep is typed. */
export interface CompiledContract {
  readonly version: string
  readonly name: string
  readonly bytecode: string
  readonly bytecodeDebugPatch?: string
  readonly codeHash: string
  readonly codeHashDebug?: string
  readonly fields: { names: string[]; types: string[]; isMutable: boolean[] }
  readonly functions: {
    name: string
    usePreapprovedAssets: boolean
    useAssetsInContract: boolean | string
    isPublic: boolean
    paramNames: string[]
    paramTypes: string[]
    paramIsMutable: boolean[]
    returnTypes: string[]
  }[]
  readonly constants: { name: string; value: { type: string; value: string | boolean } }[]
  readonly enums: { name: string; fields: { name: string; value: { type: string; value: string } }[] }[]
  readonly events: { name: string; fieldNames: string[]; fieldTypes: string[] }[]
  readonly warnings: string[]
  readonly maps?: { names: string[]; types: string[] }
}

export interface CompiledStruct {
  readonly name: string
  readonly fieldNames: string[]
  readonly fieldTypes: string[]
  readonly isMutable: boolean[]
}

export interface CompiledProject {
  readonly contracts: CompiledContract[]
  readonly scripts: unknown[]
  readonly structs?: CompiledStruct[]
  readonly warnings?: string[]
}

/** The compiler's tests are ours to run elsewhere; everything else is its default. */
export const compilerOptions = { skipTests: true } as const

/**
 * Compiles one text of Ralph with the official compiler: over a node's compile route when ALEPHIUM_COMPILER_URL names
 * one, otherwise in a JVM of our own on the node's classes in ALEPHIUM_CLASSPATH.
 */
export async function compileProject(code: string): Promise<CompiledProject> {
  const url = process.env.ALEPHIUM_COMPILER_URL
  const classpath = process.env.ALEPHIUM_CLASSPATH
  if (url) return compileOverHttp(url, code)
  if (classpath) return compileInJvm(classpath, code)
  throw new Error(
    'no Ralph compiler: set ALEPHIUM_COMPILER_URL to a node (http://127.0.0.1:22973) or ALEPHIUM_CLASSPATH to its jar',
  )
}

async function compileOverHttp(url: string, code: string): Promise<CompiledProject> {
  const response = await fetch(new URL('/contracts/compile-project', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, compilerOptions }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(JSON.parse(text).detail ?? text)
  return JSON.parse(text)
}

function compileInJvm(classpath: string, code: string): CompiledProject {
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
