import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))

interface LockedPackage {
  readonly version: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly resolved?: string
  readonly engines?: { readonly node?: string }
}

/** The first release of each line that Sibyl promises to run on. */
const served = ['20.19.0', '22.0.0', '24.0.0']
/** Of what only a clone needs: the tools ask for the first release of a line that is kept for long. */
const developed = ['20.19.0', '22.13.0', '24.0.0']

describe('package-lock.json', () => {
  const manifest = readJson('package.json')
  const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = readJson('package-lock.json')
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '')

  test('default: every package runs on each Node that is promised', () => {
    expect(packages.length).toBeGreaterThan(100)
    const unfit = packages.flatMap(([path, { version, dev = false, engines }]) => {
      const asked = engines?.node ?? '*'
      return (dev ? developed : served)
        .filter((node) => !satisfies(node, asked))
        .map((node) => `${path} ${version} asks for ${asked}, not ${node}`)
    })
    expect(unfit).toEqual([])
    expect(served.filter((node) => !satisfies(node, manifest.engines.node))).toEqual([])
  })
  test('behavior: nothing is overridden, so who installs a package gets what is tested here', () => {
    expect(manifest.overrides).toBeUndefined()
  })
  test('behavior: dependencies are named by exact versions', () => {
    const named = Object.entries<string>({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(named.filter(([, version]) => !/^(npm:.*@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })
  test('behavior: it names no registry', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })
})
