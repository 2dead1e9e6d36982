/**
 * Votes in a dispute: commits to a choice nobody can read, then opens it. It takes a market whose commit window is open;
 * where there is none it makes one, which only a devnet allows: it moves the clock.
 *
 *   npx tsx examples/commit-and-reveal.ts
 */
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { createClient, createTrader, mintKey, ONE, sealVote, type Trader } from 'sibyl/client'

const YES = 1
const reader = createClient({ url: process.env.SIBYL_URL ?? 'http://127.0.0.1:3000' })
const { network } = await reader.status()
const voterWallet = PrivateKeyWallet.Random(network.group)
const client = reader.withKey((await mintKey(reader, voterWallet, { name: 'juror' })).key)

// Votes weigh by stake. Nobody who traded in the market, submitted or disputed may vote, so the voter is a fresh wallet.
const voter = await fundedTrader(voterWallet)
await voter.sendAndWait({ kind: 'vaultDeposit', amount: String(60_000n * ONE) })
const { tier, weight } = await client.users.vault({ address: voter.address })
console.log(`staked: tier ${tier}, weight ${weight}`)

const marketAddress = (await findRunningRound()) ?? (await openDispute())
const round = (await client.oracle.dispute({ address: marketAddress })).rounds.at(-1)
if (round === undefined) throw new Error('the dispute has no round')
console.log(`round ${round.voteRound} takes commits until ${round.commitEndsAt}`)

// The salt must survive until the reveal: an unopened vote costs stake. A real program writes it down first.
const ballot = { marketAddress, voterAddress: voter.address, voteRound: round.voteRound, vote: YES } as const
const { commitHash, salt } = sealVote(voter.venue, ballot)
await voter.sendAndWait({ kind: 'commitVote', marketAddress, commitHash, voteRound: round.voteRound })
console.log(`committed to ${commitHash}`)

await moveClock(Date.parse(round.commitEndsAt))
await voter.sendAndWait({ kind: 'revealVote', ...ballot, salt })
const { pendingReveals } = await client.users.pendingReveals({ address: voter.address })
for (const { voteRound, voteChoice, status } of pendingReveals)
  console.log(`round ${voteRound}: choice ${voteChoice} is ${status}`)

async function fundedTrader(wallet: PrivateKeyWallet): Promise<Trader> {
  await client.faucet({ address: wallet.address })
  return createTrader({ client, signer: wallet })
}

/** A disputed market that still takes commits for a while. */
async function findRunningRound(): Promise<string | null> {
  const soonMs = Math.max(Date.now(), (await client.status()).chain?.blockTimestamp ?? 0) + 30_000
  for await (const { state, marketAddress: address } of client.markets.list.iterate({}, { rowsMax: 1_000 })) {
    if (state !== 'disputed') continue
    const running = (await client.oracle.dispute({ address })).rounds.at(-1)
    if (running !== undefined && Date.parse(running.commitEndsAt) > soonMs) return address
  }
  return null
}

async function openDispute(): Promise<string> {
  const { markets } = await client.markets.list({ limit: 200 })
  const [first] = markets
    .filter(({ state }) => state === 'open' || state === 'closed')
    .sort((a, b) => Date.parse(a.endsAt) - Date.parse(b.endsAt))
  if (first === undefined) throw new Error('no market is open')
  if (first.state === 'open') await moveClock(Date.parse(first.endsAt))
  const stranger = () => fundedTrader(PrivateKeyWallet.Random(network.group))
  const { marketAddress } = first
  await (await stranger()).sendAndWait({ kind: 'submitOutcome', marketAddress, outcome: 'no' })
  // 2 is the "no" that was submitted.
  await (await stranger()).sendAndWait({ kind: 'disputeOutcome', marketAddress }, { disputedOutcome: 2 })
  console.log(`opened a dispute over market ${first.id}: ${first.question}`)
  return marketAddress
}

async function moveClock(setToMs: number): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ setToMs })
  const moved = await fetch(`${network.nodeUrl}/devnet/time`, { method: 'POST', headers, body })
  if (!moved.ok)
    throw new Error('only a devnet lets its clock be moved; run this again when the window opens')
}
