import { beforeAll, describe, expect, test } from 'vitest'
import { artifacts, callScript, ENTRY_DEPOSIT, stakeEntryId } from '../../../src/bindings/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import { openHost } from '../../support/venue/host.ts'
import { openVenue, type Venue } from '../../support/venue/venue.ts'

let venue: Venue
beforeAll(async () => {
  venue = await openVenue(await openHost(), 'vault')
})

const stakeOf = (address: string) =>
  venue.entry('Stake', stakeEntryId(venue.deployment.contracts.vault.id, address))
const vaultHolds = async () => (await venue.balance(venue.deployment.contracts.vault.address)).stake

describe('deposit', () => {
  test('default: locks tokens, makes the entry and pays its deposit', async () => {
    const wallet = await venue.wallet({ stake: 10n * ONE })
    const [held, before] = [await vaultHolds(), await venue.balance(wallet.address)]
    const receipt = await venue.send(wallet, venue.calls.deposit(4n * ONE))
    expect(receipt.events).toEqual([
      { type: 'Staked', wallet: wallet.address, amount: 4n * ONE, staked: 4n * ONE, wholeWeight: 0 },
    ])
    const after = await venue.balance(wallet.address)
    expect(after.stake).toBe(6n * ONE)
    expect(before.alph - after.alph).toBe(ENTRY_DEPOSIT + receipt.gasFee)
    expect((await vaultHolds()) - held).toBe(4n * ONE)
    expect(await stakeOf(wallet.address)).toEqual({
      staked: 4n * ONE,
      unlocking: 0n,
      unlockAt: 0n,
      openProposals: 0n,
      openCommits: 0n,
      atRisk: 0n,
      votedPeriod: 0n,
      votedIds: 0n,
    })
  })
  test('behavior: adds to what is there, without another deposit', async () => {
    const wallet = await venue.staker(1n, { stake: 5n * ONE })
    const before = await venue.balance(wallet.address)
    const receipt = await venue.send(wallet, venue.calls.deposit(2n * ONE))
    expect(receipt.events).toMatchObject([{ type: 'Staked', amount: 2n * ONE, staked: 3n * ONE }])
    expect(before.alph - (await venue.balance(wallet.address)).alph).toBe(receipt.gasFee)
  })
  test('behavior: a groupless wallet is known by its address in the venue’s group', async () => {
    const wallet = await venue.staker(7n, { keyType: 'gl-secp256k1' })
    expect(wallet.address).toMatch(/:0$/)
    expect((await stakeOf(wallet.address))?.staked).toBe(7n * ONE)
  })
  test('error: AmountZero', async () => {
    const wallet = await venue.wallet({ stake: ONE })
    expect(await venue.refusal(wallet, venue.calls.deposit(0n))).toBe('Vault.AmountZero')
  })
})

describe('tiers', () => {
  const table: [bigint, bigint, string][] = [
    [0n, 0n, 'nothing'],
    [60_000n, 1n, 'Iron'],
    [166_667n, 3n, 'Bronze'],
    [333_333n, 7n, 'Silver'],
    [500_000n, 11n, 'Gold'],
    [666_667n, 16n, 'Platinum'],
    [833_333n, 22n, 'Diamond'],
    [1_000_000n, 30n, 'Degenerate'],
  ]
  const weightAt = async (staked: bigint): Promise<bigint> => {
    const method = artifacts.Vault.functions.find((item) => item.name === 'tierWeight')
    const result = await venue.host.node.contracts.postContractsCallContract({
      group: 0,
      address: venue.deployment.contracts.vault.address,
      methodIndex: method?.index ?? -1,
      args: [{ type: 'U256', value: String(staked) }],
    })
    if (!('returns' in result)) throw new Error(result.error)
    return BigInt(String(result.returns[0]?.value))
  }
  test.each(table.map((row, i) => [row[2], row, table[i - 1]?.[1] ?? 0n] as const))(
    'default: %s begins exactly at its threshold',
    async (_, [tokens, weight], below) => {
      expect(await weightAt(tokens * ONE)).toBe(weight)
      if (tokens > 0n) expect(await weightAt(tokens * ONE - 1n)).toBe(below)
    },
  )
  test('behavior: beyond the last nothing more', async () => expect(await weightAt(1n << 200n)).toBe(30n))
})

describe('unlock and withdraw', () => {
  test('default: the amount leaves the tier at once and the vault after the timelock', async () => {
    const wallet = await venue.staker(10n)
    const receipt = await venue.send(wallet, venue.calls.unlock(4n * ONE))
    const unlockAt = Number((await stakeOf(wallet.address))?.unlockAt)
    expect(receipt.events).toEqual([
      {
        type: 'UnlockStarted',
        wallet: wallet.address,
        amount: 4n * ONE,
        unlockAtMs: unlockAt,
        staked: 6n * ONE,
        wholeWeight: 0,
      },
    ])
    expect(await stakeOf(wallet.address)).toMatchObject({ staked: 6n * ONE, unlocking: 4n * ONE })
    expect(await venue.refusal(wallet, venue.calls.unlock(ONE))).toBe('Vault.UnlockRunning')
    expect(await venue.refusal(wallet, venue.calls.withdraw())).toBe('Vault.TimelockRunning')

    await venue.host.passTimeUntil(unlockAt)
    const held = await vaultHolds()
    expect((await venue.send(wallet, venue.calls.withdraw())).events).toEqual([
      { type: 'Withdrawn', wallet: wallet.address, amount: 4n * ONE },
    ])
    expect((await venue.balance(wallet.address)).stake).toBe(4n * ONE)
    expect(held - (await vaultHolds())).toBe(4n * ONE)
    expect(await stakeOf(wallet.address)).toMatchObject({ staked: 6n * ONE, unlocking: 0n, unlockAt: 0n })
    expect(await venue.refusal(wallet, venue.calls.withdraw())).toBe('Vault.NoUnlockRequest')
  })
  test('behavior: the last token takes the entry along, and its deposit goes back', async () => {
    const wallet = await venue.staker(3n)
    await venue.send(wallet, venue.calls.unlock(3n * ONE))
    const unlockAt = Number((await stakeOf(wallet.address))?.unlockAt)
    await venue.host.passTimeUntil(unlockAt)
    const before = await venue.balance(wallet.address)
    const receipt = await venue.send(wallet, venue.calls.withdraw())
    const after = await venue.balance(wallet.address)
    expect(await stakeOf(wallet.address)).toBeNull()
    expect(after.alph - before.alph).toBe(ENTRY_DEPOSIT - receipt.gasFee)
    expect(after.stake).toBe(3n * ONE)
    // The chain refuses a block that re-creates what it removed, so the vault does.
    expect(await venue.refusal(wallet, venue.calls.deposit(ONE))).toBe('Vault.EntryRemovedInThisBlock')
    await venue.host.passTimeUntil(venue.host.nowMs() + 1)
    await venue.send(wallet, venue.calls.deposit(ONE))
    expect((await stakeOf(wallet.address))?.staked).toBe(ONE)
  })
  test('error: NoStake, AmountZero, AmountAboveStake', async () => {
    const stranger = await venue.wallet()
    expect(await venue.refusal(stranger, venue.calls.unlock(1n))).toBe('Vault.NoStake')
    expect(await venue.refusal(stranger, venue.calls.withdraw())).toBe('Vault.NoStake')
    const wallet = await venue.staker(1n)
    expect(await venue.refusal(wallet, venue.calls.unlock(0n))).toBe('Vault.AmountZero')
    expect(await venue.refusal(wallet, venue.calls.unlock(ONE + 1n))).toBe('Vault.AmountAboveStake')
  })
})

describe('the weight of all stakes together', () => {
  test('behavior: it follows every deposit and unlock', async () => {
    const whole = async () => (await venue.state('Vault', venue.deployment.contracts.vault.id)).wholeWeight
    const before = await whole()
    const wallet = await venue.staker(59_999n, { stake: 2_000_000n * ONE })
    expect((await whole()) - before).toBe(0n)
    await venue.send(wallet, venue.calls.deposit(ONE))
    expect((await whole()) - before).toBe(1n)
    const { events } = await venue.send(wallet, venue.calls.deposit(940_000n * ONE))
    expect((await whole()) - before).toBe(30n)
    expect(events).toMatchObject([{ type: 'Staked', wholeWeight: Number(before) + 30 }])
    await venue.send(wallet, venue.calls.unlock(1n))
    expect((await whole()) - before).toBe(22n)
  })
})

describe('what only voting and oracle may do', () => {
  test('error: NotVoting, NotOracle for everybody else', async () => {
    const wallet = await venue.staker(60_000n)
    const contractId = venue.deployment.contracts.vault.id
    const to = wallet.address
    const vault = { contract: 'Vault', contractId } as const
    const voting = [
      callScript({ ...vault, method: 'openProposal', args: { wallet: to } }),
      callScript({ ...vault, method: 'closeProposal', args: { wallet: to } }),
      callScript({ ...vault, method: 'recordVote', args: { wallet: to, periodId: 1n, proposalId: 1n } }),
    ]
    const oracle = [
      callScript({ ...vault, method: 'openCommit', args: { wallet: to } }),
      callScript({ ...vault, method: 'closeCommit', args: { wallet: to, slash: 0n, loss: 0n } }),
      callScript({ ...vault, method: 'payReward', args: { to, amount: ONE } }),
    ]
    for (const call of voting) expect(await venue.refusal(wallet, call)).toBe('Vault.NotVoting')
    for (const call of oracle) expect(await venue.refusal(wallet, call)).toBe('Vault.NotOracle')
  })
})
