import { resolve } from 'node:path'
import type { OpeningPage } from '../../../bin/opening-page.mjs'
import type { Telemetry } from '../../app/index.ts'
import { clearLine, strongIn } from '../../app/index.ts'
import { type Config, settings } from '../../config/index.ts'
import { demoWallet, findDemoKeys, isDemoChain } from '../../demo/index.ts'
import { testWallets } from '../../devnet/index.ts'
import { type GreetingFacts, greetingOf } from '../greeting.ts'
import { runHouse } from '../run-house.ts'

/** The whole venue in one process. */
export async function start(
  config: Config,
  telemetry: Telemetry,
  { page, say }: { readonly page: OpeningPage | null; say(text: string): void },
): Promise<void> {
  await runHouse(config, telemetry, {
    role: 'start',
    page,
    onOpening: (url) => say(`Sibyl opens on ${url}`),
    async greet({ url, nodeUrl }) {
      const dataDir = resolve(config.dataDir)
      const usualDataDir = resolve(settings.dataDir.fallback)
      const devnet = config.nodeUrls.length === 0 ? await devnetFacts(config, dataDir) : null
      clearLine(process.stderr)
      say(greetingOf({ url, nodeUrl, dataDir, usualDataDir, devnet }, strongIn(process.stdout)))
    },
  })
}

async function devnetFacts(config: Config, dataDir: string): Promise<GreetingFacts['devnet']> {
  const wallets = testWallets()
  if (!isDemoChain(config)) return { wallets, demo: null }
  const keys = await findDemoKeys(dataDir)
  return { wallets, demo: { wallet: demoWallet('demo'), keys, isTrickling: config.demoTrickle } }
}
