import { describe, expect, test } from 'vitest'
import { demoWallet } from '../demo/index.ts'
import { testWallets } from '../devnet/index.ts'
import { type GreetingFacts, greetingOf } from './greeting.ts'

const base = {
  url: 'http://127.0.0.1:3000',
  nodeUrl: 'http://127.0.0.1:22973',
  dataDir: '/data/.sibyl',
  usualDataDir: '/data/.sibyl',
}
const wallets = testWallets()
const keys = { read: 'sibyl_live_read', full: 'sibyl_live_full' }
const demo = { wallet: demoWallet('demo'), keys, isTrickling: true }
const greet = (devnet: GreetingFacts['devnet'], instead: Partial<GreetingFacts> = {}) =>
  greetingOf({ ...base, ...instead, devnet }, (text) => text)

describe('greetingOf', () => {
  test('default: with the demo, where everything is, whose keys are known, what to try', () => {
    const text = greet({ wallets, demo })
    expect(text.split('\n').slice(0, 4)).toEqual([
      'Sibyl listens on http://127.0.0.1:3000',
      '  reference  http://127.0.0.1:3000/docs',
      '  node       http://127.0.0.1:22973   an Alephium devnet in this process',
      '  data       /data/.sibyl   remove it to begin afresh',
    ])
    expect(text).toContain('Everybody knows these keys')
    for (const { address, privateKey } of [...wallets, demo.wallet]) {
      expect(text).toContain(address)
      expect(text).toContain(privateKey)
    }
    expect(text).toContain('  read only  sibyl_live_read\n  full       sibyl_live_full')
    expect(text.split('\n').slice(-4)).toEqual([
      'Try next',
      '  npx sibyl markets',
      '  npx sibyl book 1',
      '  npx sibyl order 1 buy yes 400 10 --demo',
    ])
  })
  test('behavior: what is not as usual is part of the commands', () => {
    const elsewhere = {
      url: 'http://127.0.0.1:9',
      nodeUrl: 'http://127.0.0.1:8',
      dataDir: "/data/it's here",
    }
    expect(greet({ wallets, demo }, elsewhere).split('\n').slice(-3)).toEqual([
      '  npx sibyl markets --url http://127.0.0.1:9',
      '  npx sibyl book 1 --url http://127.0.0.1:9',
      "  DATA_DIR='/data/it'\\''s here' npx sibyl order 1 buy yes 400 10 --demo --url http://127.0.0.1:9",
    ])
    expect(greet({ wallets, demo: null }, { ...elsewhere, dataDir: '/data/other' })).toMatch(
      /\n {2}DATA_DIR=\/data\/other DEVNET_PORT=8 npx sibyl doctor$/,
    )
  })
  test('behavior: a devnet without demo has wallets and no API key', () => {
    const text = greet({ wallets, demo: null })
    expect(text).toContain(wallets[0]!.privateKey)
    expect(text).not.toContain('sibyl_live_')
  })
  test('behavior: on a real network nothing about keys', () =>
    expect(greet(null)).toBe(
      'Sibyl listens on http://127.0.0.1:3000\n' +
        '  reference  http://127.0.0.1:3000/docs\n' +
        '  node       http://127.0.0.1:22973',
    ))
})
