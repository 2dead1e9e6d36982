import {
  type ContractCall,
  contractAddressOf,
  type Deployment,
  marketIdOf,
  parlayEntryId,
  proposalEntryId,
  readEntry,
  readState,
} from '../bindings/index.ts'
import { lockOfAddress } from '../bytecode/index.ts'
import type { Chain } from '../chain/index.ts'
import type { Devnet } from '../devnet/index.ts'
import { ONE, subjectOf } from '../domain/index.ts'
import { assert } from '../kit/index.ts'
import { type DemoWallet, demoWallet, type RoleName, roleNames } from './demo-cast.ts'

/** Where the demo's history is played: wallets that sign, a chain that mines, a clock that is moved. */
export interface DemoStage {
  readonly venue: Deployment
  readonly wallet: (name: RoleName) => DemoWallet
  /** Builds, signs, submits; the devnet mines at once. */
  readonly send: (name: RoleName, call: ContractCall) => Promise<void>
  /** For calls that are sent at once. */
  readonly deadlineMs: () => number
  /** What a market's number stands for. */
  readonly marketSubject: (marketNumber: number) => Promise<string>
  readonly proposalSubject: (proposalId: number) => Promise<string>
  readonly parlayTerms: (parlayId: number) => Promise<string>
  /** No block after this is earlier. */
  readonly passTimeUntil: (ms: number) => void
}

const alph = 1_000n * ONE
/** Who gives the desk its liquidity has that much more. */
const deskAlph = 10_001n * ONE
const collateral = 200_000n * ONE
const stake = 1_100_000n * ONE
const coins = 5
const DEADLINE_AHEAD_MS = 10 * 60_000

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
  for (const [name, { address }] of wallets) {
    const found = lockOfAddress(address)
    assert('lock' in found, `${address} is no wallet`)
    devnet.controls.fund({
      lock: found.lock,
      attoAlph: name === 'karl' ? alph + deskAlph : alph,
      tokens: [
        { id: venue.tokens.collateral.id, amount: collateral },
        { id: venue.tokens.stake.id, amount: stake },
      ],
      coins,
    })
  }
  const entryAt = async (contractId: string) => {
    const state = await chain.findContractState(contractAddressOf(contractId))
    assert(state !== null, `there is no contract ${contractId}`)
    return state
  }
  return {
    venue,
    wallet,
    deadlineMs: () => devnet.controls.nowMs() + DEADLINE_AHEAD_MS,
    async marketSubject(marketNumber) {
      const state = readState('Market', await entryAt(marketIdOf(venue.contracts.voting.id, marketNumber)))
      assert(state !== null, `market ${marketNumber} runs other code`)
      return state.subject
    },
    async proposalSubject(proposalId) {
      const id = proposalEntryId(venue.contracts.voting.id, proposalId)
      const { textHash, endsAt } = readEntry('Proposal', await entryAt(id))
      return subjectOf({ textHash, leg: 0, endsAtMs: Number(endsAt) })
    },
    async parlayTerms(parlayId) {
      const id = parlayEntryId(venue.contracts.parlays.id, parlayId)
      return readEntry('Parlay', await entryAt(id)).terms
    },
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
