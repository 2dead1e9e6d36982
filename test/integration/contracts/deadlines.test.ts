import { beforeAll, describe, expect, test } from 'vitest'
import { type ContractCall, callScript, castVote, ENTRY_DEPOSIT } from '../../../src/bindings/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import { type Court, openCourt } from '../../support/stage/court.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { refusalOf } from '../../support/stage/stage.ts'
import { createVmHost } from '../../support/stage/vm-host.ts'

/**
 * A kept signature is worth nothing later: a block at the deadline refuses, one a millisecond before it does not. The
 * oracle's calls are in oracle.test.ts.
 */
let court: Court
let wallet: StageWallet
beforeAll(async () => {
  court = await openCourt(createVmHost({ seed: 'deadlines', startMs: 1_800_000_000_000 }), 'deadlines')
  ;[wallet] = (await court.wallets(1)) as [StageWallet]
  await court.send(wallet, court.calls.deposit(60_000n * ONE))
})

/** The virtual machine's next block comes a second later. */
const nextBlockMs = () => court.host.nowMs() + 1_000
const refused = (call: (deadlineMs: number) => ContractCall, deadlineMs: number) =>
  refusalOf(court.send(wallet, call(deadlineMs)))

describe('the vault', () => {
  const vault = (method: 'deposit' | 'unlock' | 'withdraw', args: object) => (deadlineMs: number) =>
    callScript({
      contract: 'Vault',
      contractId: court.contracts.vault.id,
      method,
      args: { ...args, deadline: BigInt(deadlineMs) } as never, // each has its own arguments
      attoAlph: method === 'deposit' ? ENTRY_DEPOSIT : 0n,
      tokens: method === 'deposit' ? [{ id: court.tokens.stake, amount: ONE }] : [],
    })
  test.each([
    ['deposit', { amount: ONE }, 'accepted'],
    ['unlock', { amount: ONE }, 'accepted'],
    ['withdraw', {}, 'Vault.TimelockRunning'],
  ] as const)('error: Expired for %s', async (method, args, otherwise) => {
    const call = vault(method, args)
    expect(await refused(call, nextBlockMs())).toBe('Vault.Expired')
    expect(await refused(call, nextBlockMs() + 1)).toBe(otherwise)
  })
})

describe('voting', () => {
  test('error: Expired, and OtherSubject when the number stands for another proposal', async () => {
    const { proposalId, subject } = await court.propose()
    const vote = (as: string) => (deadlineMs: number) =>
      castVote({ votingId: court.contracts.voting.id, proposalId, subject: as, deadlineMs })
    expect(await refused(vote(subject), nextBlockMs())).toBe('Voting.Expired')
    expect(await refused(vote('00'.repeat(32)), nextBlockMs() + 1)).toBe('Voting.OtherSubject')
    expect(await refused(vote(subject), nextBlockMs() + 1)).toBe('accepted')
  })
})
