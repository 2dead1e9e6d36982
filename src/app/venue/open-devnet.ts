import type { Config } from '../../config/index.ts'
import { makeFolder } from '../../config/index.ts'
import { type Devnet, type DevnetOptions, startDevnet } from '../../devnet/index.ts'
import { Fault, systemClock } from '../../kit/index.ts'

/** A devnet as configured. Without a folder the chain lives in memory; `setting` is what named it. */
export async function openDevnet(
  config: Config,
  folder: string | null,
  {
    setting = 'DATA_DIR',
    onBlock,
  }: { readonly setting?: string; readonly onBlock?: DevnetOptions['onBlock'] } = {},
): Promise<Devnet> {
  if (folder !== null) makeFolder(folder, setting)
  return startDevnet({
    port: config.devnetPort,
    clock: systemClock,
    ...(onBlock === undefined ? {} : { onBlock }),
    ...(folder === null ? {} : { dataDir: folder }),
    ...(config.devnetSeed === null ? {} : { seed: config.devnetSeed }),
    ...(config.devnetStartMs === null ? {} : { startMs: config.devnetStartMs }),
    ...(config.compilerUrl === null ? {} : { compilerUrl: config.compilerUrl }),
  }).catch((cause: unknown) => {
    const { code } = cause as { code?: string }
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw cause
    throw new Fault('upstream_error', devnetPortSentence(config, code), { cause })
  })
}

/** Why the devnet's port could not be opened, in words that name the setting. */
export function devnetPortSentence({ devnetPort }: Config, code: string | undefined): string {
  const why = code === 'EADDRINUSE' ? 'is taken on 127.0.0.1' : 'may not be opened by this user'
  return `DEVNET_PORT ${devnetPort} ${why}: set DEVNET_PORT to another (0 picks a free one)`
}
