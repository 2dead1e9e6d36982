import type { Deployment } from '../../bindings/index.ts'
import { lockOfAddress } from '../../bytecode/index.ts'
import type { Devnet } from '../../devnet/index.ts'
import { ONE } from '../../domain/index.ts'
import { assert } from '../../kit/index.ts'

const alph = 100n * ONE
const collateral = 100_000n * ONE
const stake = 1_100_000n * ONE
/** Several coins of each, so that a few builds can be under way at once. */
const coins = 5

/** Gives a wallet what it needs to try everything. The address is one the API has checked. */
export function createFaucet(
  devnet: Devnet,
  { tokens }: Deployment,
): (address: string) => Promise<{ readonly txId: string }> {
  return async (address) => {
    const found = lockOfAddress(address)
    assert('lock' in found, `the faucet was given ${address}`)
    return devnet.controls.fund({
      lock: found.lock,
      attoAlph: alph,
      tokens: [
        { id: tokens.collateral.id, amount: collateral },
        { id: tokens.stake.id, amount: stake },
      ],
      coins,
    })
  }
}
