import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { Mutant } from './mutants.ts'

/** Tells whether a mistake is still a program: what the compiler refuses no test needs to find. */
export function createCompiler(root: string, sources: readonly string[]): (mutant: Mutant) => boolean {
  const read = ts.sys.readFile
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), read)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  let current: Mutant | null = null
  let version = 0
  const isCurrent = (file: string): boolean => current !== null && file === join(root, current.path)
  const service = ts.createLanguageService({
    getScriptFileNames: () => sources.map((path) => join(root, path)),
    getScriptVersion: (file) => (isCurrent(file) ? String(version) : 'as it is'),
    getScriptSnapshot: (file) => {
      if (!isCurrent(file) && !ts.sys.fileExists(file)) return undefined
      return ts.ScriptSnapshot.fromString(isCurrent(file) ? current!.text : readFileSync(file, 'utf8'))
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: read,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  })
  return (mutant) => {
    current = mutant
    version += 1
    const file = join(root, mutant.path)
    return (
      service.getSyntacticDiagnostics(file).length === 0 && service.getSemanticDiagnostics(file).length === 0
    )
  }
}
