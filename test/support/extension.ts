import { PrivateKeyWallet } from '@alephium/web3-wallet'
import type { Page } from 'playwright-core'
import { demoWallet } from '../../src/demo/index.ts'

/** An object as the Alephium extension gives it to a page: it comes after the page, announced, with methods that need their `this`. */
const source = `
  class AlephiumWindowObject {
    #account
    #options
    id = 'alephium'
    name = 'Alephium'
    icon = 'data:,'
    version = '1.0.0'
    get connectedAccount() { return this.#account }
    get connectedNetworkId() { return this.#options?.networkId }
    get nodeProvider() { return undefined }
    get explorerProvider() { return undefined }
    isPreauthorized = async () => false
    enableIfConnected = async () => undefined
    request = async () => false
    async unsafeEnable(options) {
      this.#options = options
      this.#account = await globalThis.callExtension('enable', { networkId: options.networkId, addressGroup: options.addressGroup })
      return this.#account
    }
    async enable(options) { return this.unsafeEnable(options) }
    async unsafeGetSelectedAccount() {
      if (this.#account === undefined) throw new Error('not connected')
      return this.#account
    }
    async getSelectedAccount() { return this.unsafeGetSelectedAccount() }
    async signMessage(params) { return globalThis.callExtension('signMessage', { ...params, as: this.#account.address }) }
    async signUnsignedTx(params) { return globalThis.callExtension('signUnsignedTx', { ...params, as: this.#account.address }) }
    async signAndSubmitUnsignedTx() { return globalThis.callExtension('signAndSubmitUnsignedTx') }
    async signAndSubmitTransferTx() { return globalThis.callExtension('signAndSubmitTransferTx') }
    async signAndSubmitExecuteScriptTx() { return globalThis.callExtension('signAndSubmitExecuteScriptTx') }
    async signAndSubmitDeployContractTx() { return globalThis.callExtension('signAndSubmitDeployContractTx') }
    async disconnect() {
      const { onDisconnected } = this.#options
      this.#account = this.#options = undefined
      await onDisconnected()
    }
  }
  addEventListener('load', () => {
    globalThis.alephiumProviders = { alephium: new AlephiumWindowObject() }
    dispatchEvent(new Event('alephiumProviders/alephium#initialized'))
  })`

/**
 * Puts it into every page this tab opens from now on, with the demo's wallet behind it; answers what was asked of it. Its
 * person signs no text before `signsAfter`.
 */
export async function addExtension(page: Page, signsAfter?: Promise<void>): Promise<string[]> {
  const wallet = new PrivateKeyWallet({ privateKey: demoWallet('demo').privateKey })
  const calls: string[] = []
  await page.exposeFunction('callExtension', async (name: string, argument: never) => {
    calls.push(name)
    if (name === 'enable') return wallet.getSelectedAccount()
    if (name === 'signMessage') {
      await signsAfter
      return wallet.signMessage(argument)
    }
    if (name === 'signUnsignedTx') return wallet.signUnsignedTx(argument)
    throw new Error(`nobody should call ${name}`)
  })
  await page.addInitScript(source)
  return calls
}
