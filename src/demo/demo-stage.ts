import type { ContractCall, Deployment } from '../bindings/index.ts'
import { lockOfAddress } from '../bytecode/index.ts'
import type { Chain } from '../chain/index.ts'
import type { Devnet } from '../devnet/index.ts'
import { ONE } from '../domain/index.ts'
import { assert } from '../kit/index.ts'
import { type DemoWallet, demoWallet, type RoleName, roleNames } from './demo-cast.ts'

/** Where the demo's history is played: wallets that sign, a chain that mines, a clock that is moved. */
export interface DemoStage {
  readonly venue: Deployment
  readonly wallet: (name: RoleName) => DemoWallet
  /** Builds, signs, submits; the devnet mines at once. */
  readonly send: (name: RoleName, call: ContractCall) => Promise<void>
  /** No block after this is earlier. */
  readonly passTimeUntil: (ms: number) => void
}

const alph = 1_000n * ONE
const collateral = 200_000n * ONE
const stake = 1_100_000n * ONE
const coins = 5

export function openStage(parts: {
  readonly devnet: Devnet
  readonly chain: Chain
  readonly venue: Deployment
}): DemoStage {
  const { devnet, chain, venue } = parts
  const wallets = new Map(roleNames.map((name) => [name, demoWallet(name)]))
  const wallet = (name: RoleName): DemoWallet => {
    const found = wallets.get(name)
    assert(found !== undefined, `nobody plays ${name}`)
    return found
  }
  for (const { address } of wallets.values()) {
    const found = lockOfAddress(address)
    assert('lock' in found, `${address} is no wallet`)
    devnet.controls.fund({
      lock: found.lock,
      attoAlph: alph,
      tokens: [
        { id: venue.tokens.collateral.id, amount: collateral },
        { id: venue.tokens.stake.id, amount: stake },
      ],
      coins,
    })
  }
  return {
    venue,
    wallet,
    async send(name, call) {
      const { publicKey, keyType, sign } = wallet(name)
      const { unsignedTx, txId } = await chain.buildScript({
        publicKey,
        publicKeyType: keyType,
        bytecode: call.script,
        attoAlph: call.attoAlph,
        tokens: call.tokens,
        ...(keyType !== 'default' && { group: venue.group }),
      })
      await chain.submit({ unsignedTx, signature: sign(txId) })
    },
    passTimeUntil(ms) {
      if (ms > devnet.controls.nowMs()) devnet.controls.setTime({ setToMs: ms })
    },
  }
}
