/**
 * A wallet proves itself with a signature and gets API keys: one that reads, one that also builds transactions. Keys
 * belong to the wallet: any of them lists and revokes the others.
 *
 *   npx tsx examples/mint-a-key.ts
 */
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { createClient, mintKey, SibylError } from 'sibyl/client'

const client = createClient({ url: process.env.SIBYL_URL ?? 'http://127.0.0.1:3000' })
const { network } = await client.status()
console.log(`venue on ${network.name}, group ${network.group}`)

// A fresh wallet; yours would come from a browser extension or a file. Any signer of the SDK works.
const wallet = PrivateKeyWallet.Random(network.group)
const reading = await mintKey(client, wallet, { name: 'reads only', scopes: ['read'] })
const trading = await mintKey(client, wallet, { name: 'trades' })
for (const { name, keyPrefix, scopes } of [reading, trading])
  console.log(`minted "${name}" ${keyPrefix}… (${scopes.join(', ')})`)

const owner = client.withKey(trading.key)
const { keys } = await owner.auth.list()
console.log(`the wallet has ${keys.length} keys`)

await owner.auth.revoke({ id: reading.id })
try {
  await client.withKey(reading.key).limits()
} catch (error) {
  if (!(error instanceof SibylError)) throw error
  console.log(`the revoked key is answered ${error.status} ${error.code}`)
}
