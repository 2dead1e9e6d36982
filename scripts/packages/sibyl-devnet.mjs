#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { startDevnet } from '../dist/devnet/index.js'

const usage = `sibyl-devnet: an Alephium node on this machine, with funded wallets and a Ralph compiler

  --port <n>       where it listens on 127.0.0.1; 22973 without it
  --keep <folder>  keeps the chain there; without it the chain is gone with the process
  --seed <text>    fixes all chance`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '22973' },
    keep: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const port = Number(values.port)
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port is a whole number from 0 to 65535, not ${values.port}`)
  process.exit(2)
}
const devnet = await startDevnet({
  port,
  ...(values.keep === undefined ? {} : { dataDir: values.keep }),
  ...(values.seed === undefined ? {} : { seed: values.seed }),
})
console.log(`The devnet listens on ${devnet.url}`)
console.log('Funded wallets, 1,000,000 ALPH each. Everybody knows these keys: never use them elsewhere.')
for (const { group, address, privateKey } of devnet.wallets)
  console.log(`\n  group ${group}    ${address}\n  key        ${privateKey}`)
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await devnet.stop()
    process.exit(0)
  })
