import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { createDataDir, type Service, seedDatabase, startService } from '../support/service.ts'

const absent = inject('chromiumAbsent')

describe.skipIf(absent !== null)('source = code on chain (browser)', () => {
  const data = createDataDir()
  let service: Service
  let browser: TestBrowser
  beforeAll(async () => {
    await seedDatabase(data.path)
    service = await startService({ DATA_DIR: data.path, RATE_LIMIT_ANON_READS: '100000' })
    browser = await startBrowser()
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    service?.kill('SIGTERM')
    await service?.exited
    data.remove()
  })

  const isEqual = /^source = code on chain, [\d,]+ bytes/

  test('default: every contract of the venue is what its published source compiles to', async () => {
    const { page, complaints } = await browser.open(`${service.url}/venue`)
    const panel = page.getByRole('region', { name: 'Contracts' })
    await panel.getByRole('definition').first().waitFor()
    const { contracts } = (await (await fetch(`${service.url}/v1/status`)).json()) as {
      contracts: Record<string, string>
    }
    const names = await panel.getByRole('term').allTextContents()
    expect(names.slice(0, Object.keys(contracts).length)).toEqual(Object.keys(contracts))
    expect(names).toEqual(expect.arrayContaining(['market template', 'event template']))
    const verdicts = await panel.getByRole('definition').allTextContents()
    expect(verdicts.filter((text) => !isEqual.test(text))).toEqual([])
    expect(complaints).toEqual([])
  })

  test('error: a contract that differs in one byte is named, and the byte with it', async () => {
    const { page } = await browser.open('about:blank')
    const { contracts } = (await (await fetch(`${service.url}/v1/status`)).json()) as {
      contracts: Record<string, string>
    }
    const vault = contracts.vault ?? ''
    await page.route(`**/contracts/${vault}/state`, async (route) => {
      const response = await route.fetch()
      const state = (await response.json()) as { bytecode: string }
      await route.fulfill({ response, json: { ...state, bytecode: withByteChanged(state.bytecode, 100) } })
    })
    await page.goto(`${service.url}/venue`)
    const panel = page.getByRole('region', { name: 'Contracts' })
    await panel.getByRole('definition').first().waitFor()
    const verdicts = await panel.getByRole('definition').allTextContents()
    expect(verdicts.filter((text) => !isEqual.test(text))).toEqual([
      `not the published source: byte 100 differs${vault}`,
    ])
  })

  test('error: contracts that the service leaves out and templates that lead nowhere have rows that say so', async () => {
    const { page } = await browser.open('about:blank')
    const { contracts, network } = (await (await fetch(`${service.url}/v1/status`)).json()) as {
      contracts: Record<string, string>
      network: { nodeUrl: string }
    }
    const { venue = '', vault: _, ...others } = contracts
    await page.route('**/v1/status', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), contracts: { ...others, venue } } })
    })
    await page.route(`**/contracts/${venue}/state`, async (route) => {
      const response = await route.fetch()
      const state = (await response.json()) as { immFields: { value: string }[] }
      const [first, ...rest] = state.immFields
      const immFields = [{ ...first, value: 'nowhere' }, ...rest]
      await route.fulfill({ response, json: { ...state, immFields } })
    })
    const gone = others.desk ?? ''
    await page.route(`**/contracts/${gone}/state`, (route) => route.fulfill({ status: 404, json: {} }))
    await page.goto(`${service.url}/venue`)
    const panel = page.getByRole('region', { name: 'Contracts' })
    await panel.getByRole('definition').first().waitFor()
    const names = await panel.getByRole('term').allTextContents()
    const verdicts = await panel.getByRole('definition').allTextContents()
    const told = names.map((name, i) => [name, verdicts[i] ?? ''] as const)
    expect(told.filter(([, text]) => !isEqual.test(text))).toEqual([
      ['desk', `could not be read: the node answered 404 for ${gone}${gone}`],
      ['vault', 'the service does not say where it is'],
      ['vault template', 'the contract that copies it does not say where it is'],
    ])
    expect(await panel.getByRole('paragraph').first().textContent()).toContain(
      `what the node at ${network.nodeUrl} says is on the chain`,
    )
  })

  test('error: a service that names no contracts has all of them told as missing', async () => {
    const { page } = await browser.open('about:blank')
    await page.route('**/v1/status', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), contracts: {} } })
    })
    await page.goto(`${service.url}/venue`)
    const panel = page.getByRole('region', { name: 'Contracts' })
    await panel.getByRole('definition').first().waitFor()
    const missing = 'the service does not say where it is'
    expect(await panel.getByRole('definition').allTextContents()).toEqual([
      ...Array<string>(6).fill(missing),
      ...Array<string>(7).fill('the contract that copies it does not say where it is'),
    ])
  })
})

function withByteChanged(hex: string, at: number): string {
  const byte = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16) ^ 1
  return hex.slice(0, 2 * at) + byte.toString(16).padStart(2, '0') + hex.slice(2 * at + 2)
}
