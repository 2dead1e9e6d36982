import { type Devnet, startDevnet } from '../../devnet/index.ts'
import { Fault, systemClock } from '../../kit/index.ts'
import type { Config } from '../config.ts'
import { makeFolder } from '../make-folder.ts'

/** A devnet as configured. Without a folder the chain lives in memory; `setting` is what named it. */
export async function openDevnet(
  config: Config,
  folder: string | null,
  setting = 'DATA_DIR',
): Promise<Devnet> {
  if (folder !== null) makeFolder(folder, setting)
  return startDevnet({
    port: config.devnetPort,
    clock: systemClock,
    ...(folder === null ? {} : { dataDir: folder }),
    ...(config.devnetSeed === null ? {} : { seed: config.devnetSeed }),
    ...(config.devnetStartMs === null ? {} : { startMs: config.devnetStartMs }),
    ...(config.compilerUrl === null ? {} : { compilerUrl: config.compilerUrl }),
  }).catch((cause: unknown) => {
    const { code } = cause as { code?: string }
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw cause
    const why = code === 'EACCES' ? 'may not be opened by this user' : 'is taken on 127.0.0.1'
    throw new Fault(
      'upstream_error',
      `DEVNET_PORT ${config.devnetPort} ${why}: set DEVNET_PORT to another (0 picks a free one)`,
      { cause },
    )
  })
}
