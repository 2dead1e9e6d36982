import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../config/index.ts'
import type { DeploymentStorage } from './deploy-venue.ts'

/** Where the deployment file is unless DEPLOYMENT_FILE says otherwise. */
export function deploymentPath(config: {
  readonly deploymentFile: string | null
  readonly dataDir: string
}): string {
  return config.deploymentFile ?? join(resolve(config.dataDir), 'deployment.json')
}

/** Written beside and moved into place: a crash leaves the old file or the new one. */
export function fileStorage(path: string): DeploymentStorage {
  return {
    path,
    async read() {
      try {
        return await readFile(path, 'utf8')
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return null
        throw error
      }
    },
    async write(text) {
      makeFolder(dirname(path), 'DEPLOYMENT_FILE')
      await writeFile(`${path}.new`, text)
      await rename(`${path}.new`, path)
    },
  }
}
