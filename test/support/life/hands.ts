import type { PrivateKeyWallet } from '@alephium/web3-wallet'
import { expect } from 'vitest'
import type { Answered } from '../api.ts'
import { createHttpClient } from '../http.ts'
import { createWallet } from '../wallet.ts'
import type { LifeStage } from './life-stage.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against the OpenAPI before they are looked into.
export type Json = any

/** What users do with a venue: read it, have transactions built, sign them with stock wallets, submit to the node. */
export interface Hands {
  /** Of the process that answers now. */
  readonly client: () => ReturnType<typeof createHttpClient>
  /** The key builds are asked for with, once there is one. */
  useKey(key: string): void
  /** Reads what the chain shows now: waits for the index. */
  get(path: string): Promise<Json>
  /** The time of the newest block, from the node: `/v1/status` may show an earlier one for a moment. */
  blockTime(): Promise<number>
  /** Waits, block by block, for what the keeper does by itself. */
  until(path: string, holds: (answer: Json) => boolean): Promise<Json>
  build(path: string, wallet: PrivateKeyWallet, body?: object, method?: string): Promise<Answered>
  /** Builds, signs with the stock wallet, submits to the node: the id is the promised one. */
  send(path: string, wallet: PrivateKeyWallet, body?: object, method?: string): Promise<string>
  fundedWallet(keyType?: 'gl-secp256k1'): Promise<PrivateKeyWallet>
}

/** Blocks that the keeper may take for one of its chores. */
const LOOKS_MAX = 60

export function createHands(stage: LifeStage): Hands {
  const { node } = stage
  let key: string | null = null
  const client = () => createHttpClient(stage.service().url)
  const tipHeight = async (): Promise<number> =>
    (await node.blockflow.getBlockflowChainInfo({ fromGroup: 0, toGroup: 0 })).currentHeight

  const get: Hands['get'] = async (path) => {
    const headers = { 'x-min-block-height': String(await tipHeight()) }
    for (;;) {
      const answer = await client().request('GET', path, { headers })
      // The service waits some seconds for its index; a busy machine may need more.
      if (answer.json().code === 'UPSTREAM_TIMEOUT') continue
      expectFound(path, answer)
      return answer.json()
    }
  }
  const build: Hands['build'] = (path, wallet, body = {}, method = 'POST') =>
    client().request(method, `/v1/tx/${path}`, {
      ...(key === null ? {} : { key }),
      json: { signerAddress: wallet.address, signerPublicKey: wallet.publicKey, ...body },
    })

  return {
    client,
    useKey(given) {
      key = given
    },
    get,
    async blockTime() {
      const height = await tipHeight()
      const { headers } = await node.blockflow.getBlockflowHashes({ fromGroup: 0, toGroup: 0, height })
      return (await node.blockflow.getBlockflowHeadersBlockHash(headers[0]!)).timestamp
    },
    build,
    async until(path, holds) {
      for (let looks = 0; looks < LOOKS_MAX; looks++) {
        const answer = await get(path)
        if (holds(answer)) return answer
        // Answers as soon as there is another block, or after the service's own patience.
        await client().request('GET', '/v1/voting/period', {
          headers: { 'x-min-block-height': String((await tipHeight()) + 1) },
        })
      }
      throw new Error(`${path} never became what was expected:\n${stage.service().output().slice(-4_000)}`)
    },
    async send(path, wallet, body = {}, method = 'POST') {
      const built = await build(path, wallet, body, method)
      expectFound(path, built)
      const { unsignedTx, txId } = built.json()
      const signed = await wallet.signUnsignedTx({ signerAddress: wallet.address, unsignedTx })
      expect(signed.txId).toBe(txId)
      const submitted = await node.transactions.postTransactionsSubmit({
        unsignedTx,
        signature: signed.signature,
      })
      expect(submitted.txId).toBe(txId)
      await stage.included(txId)
      return txId
    },
    async fundedWallet(keyType) {
      const wallet = createWallet(keyType)
      await stage.fund(wallet)
      return wallet
    },
  }
}

function expectFound(path: string, { status, body }: Answered): void {
  expect({ path, status, body: status === 200 ? '' : body }).toEqual({ path, status: 200, body: '' })
}
