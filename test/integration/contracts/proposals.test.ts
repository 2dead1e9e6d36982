import { beforeAll, describe, expect, test } from 'vitest'
import {
  callScript,
  ENTRY_DEPOSIT,
  PROPOSAL_DEPOSIT,
  proposalEntryId,
  stakeEntryId,
  textToHex,
} from '../../../src/bindings/index.ts'
import { ONE, proposalBounds } from '../../../src/domain/index.ts'
import { legsOf } from '../../support/venue/calls.ts'
import { periodEntryId } from '../../support/venue/entry-ids.ts'
import { openHost } from '../../support/venue/host.ts'
import { endPeriod, endsSoon, lastProposal } from '../../support/venue/period.ts'
import { openVenue, type Venue } from '../../support/venue/venue.ts'
import type { Wallet } from '../../support/venue/wallet.ts'

const FOREVER = 1n << 60n

let venue: Venue
let proposer: Wallet
beforeAll(async () => {
  venue = await openVenue(await openHost(), 'proposals')
  proposer = await venue.staker(60_000n, { alph: 1000n * ONE })
})

const votingId = () => venue.deployment.contracts.voting.id
const proposal = (id: number) => venue.entry('Proposal', proposalEntryId(votingId(), id))
const votingHolds = async () => (await venue.balance(venue.deployment.contracts.voting.address)).alph

describe('proposeSingle', () => {
  test('default: opens a period, keeps hash and deposit, says everything in events', async () => {
    const [before, held] = [await venue.balance(proposer.address), await votingHolds()]
    const endsAtMs = endsSoon(venue)
    const receipt = await venue.send(
      proposer,
      venue.calls.proposeSingle({
        endsAtMs,
        question: 'Will it rain in Zürich?',
        category: 'weather',
        rules: 'At least 1 mm.',
        resolutionSources: 'https://meteo.example',
        imageUrl: 'https://meteo.example/rain.png',
        tags: ['zürich', 'rain'],
        metadata: { station: 12 },
      }),
    )
    const entry = await proposal(1)
    const period = await venue.entry('Period', periodEntryId(votingId(), 1))
    const startsAtMs = Number(period?.endsAt) - venue.host.periods.votingMs
    expect(receipt.events).toEqual([
      {
        type: 'PeriodOpened',
        periodId: 1,
        startsAtMs,
        endsAtMs: Number(period?.endsAt),
        opener: proposer.address,
      },
      {
        type: 'ProposalCreated',
        proposalId: 1,
        periodId: 1,
        proposer: proposer.address,
        legCount: 0,
        endsAtMs,
        creatorShare: 1,
        textHash: entry?.textHash,
        deposit: PROPOSAL_DEPOSIT,
      },
      {
        type: 'ProposalTexts',
        proposalId: 1,
        question: 'Will it rain in Zürich?',
        category: 'weather',
        rules: 'At least 1 mm.',
        resolutionSources: 'https://meteo.example',
        imageUrl: 'https://meteo.example/rain.png',
        tags: ['zürich', 'rain'],
        metadata: { station: 12 },
      },
    ])
    expect(entry).toMatchObject({
      proposer: proposer.address,
      periodId: 1n,
      linked: false,
      markets: 1n,
      endsAt: BigInt(endsAtMs),
      proposalShare: 1n,
      voteCount: 0n,
      accepted: false,
    })
    expect(period).toMatchObject({ opener: proposer.address, frozen: false, proposals: 1n, unrefunded: 1n })
    const after = await venue.balance(proposer.address)
    expect(before.alph - after.alph).toBe(PROPOSAL_DEPOSIT + 2n * ENTRY_DEPOSIT + receipt.gasFee)
    expect((await votingHolds()) - held).toBe(PROPOSAL_DEPOSIT)
    const stake = await venue.entry(
      'Stake',
      stakeEntryId(venue.deployment.contracts.vault.id, proposer.address),
    )
    expect(stake?.openProposals).toBe(1n)
  })
  test('behavior: the next proposal joins the open period', async () => {
    const before = await venue.balance(proposer.address)
    const receipt = await venue.send(proposer, venue.calls.proposeSingle({ endsAtMs: endsSoon(venue) }))
    expect(receipt.events.map((event) => event.type)).toEqual(['ProposalCreated', 'ProposalTexts'])
    const after = await venue.balance(proposer.address)
    expect(before.alph - after.alph).toBe(PROPOSAL_DEPOSIT + ENTRY_DEPOSIT + receipt.gasFee)
  })
  test('behavior: any bytes in a text are taken and come out safe', async () => {
    const hostile = callScript({
      contract: 'Voting',
      contractId: votingId(),
      method: 'proposeSingle',
      args: {
        question: '00ff41eda08042',
        category: textToHex('\u0007x'),
        endsAt: BigInt(endsSoon(venue)),
        rules: '80',
        resolutionSources: '',
        imageUrl: textToHex('https://x y'),
        tags: '01ff0100',
        metadata: textToHex('[1'),
        deadline: FOREVER,
      },
      attoAlph: ONE,
    })
    const receipt = await venue.send(proposer, hostile)
    expect(receipt.events.at(-1)).toMatchObject({
      question: '\ufffdA\ufffd\ufffd\ufffdB',
      category: 'x',
      rules: '\ufffd',
      resolutionSources: null,
      imageUrl: null,
      tags: ['\ufffd'],
      metadata: null,
    })
  })
})

describe('proposeLinked', () => {
  test('default: a deposit per leg, the legs in order', async () => {
    const before = await venue.balance(proposer.address)
    const receipt = await venue.send(
      proposer,
      venue.calls.proposeLinked({
        endsAtMs: endsSoon(venue),
        masterQuestion: 'Who wins the cup?',
        masterImageUrl: 'https://cup.example/c.png',
        tags: ['cup'],
        legs: [
          { question: 'Team A?', imageUrl: null, metadata: { seed: 1 } },
          { question: 'Team B?', imageUrl: 'https://cup.example/b.png', metadata: null },
          { question: 'Team C?', imageUrl: null, metadata: null },
        ],
      }),
    )
    const proposalId = await lastProposal(venue)
    expect(receipt.events).toMatchObject([
      { type: 'ProposalCreated', proposalId, legCount: 3, deposit: 3n * PROPOSAL_DEPOSIT },
      {
        type: 'ProposalTexts',
        question: 'Who wins the cup?',
        imageUrl: 'https://cup.example/c.png',
        metadata: null,
      },
      { type: 'ProposalLeg', proposalId, leg: 0, question: 'Team A?', imageUrl: null, metadata: { seed: 1 } },
      { type: 'ProposalLeg', proposalId, leg: 1, question: 'Team B?', imageUrl: 'https://cup.example/b.png' },
      { type: 'ProposalLeg', proposalId, leg: 2, question: 'Team C?', metadata: null },
    ])
    const after = await venue.balance(proposer.address)
    expect(before.alph - after.alph).toBe(3n * PROPOSAL_DEPOSIT + ENTRY_DEPOSIT + receipt.gasFee)
  })
  test('behavior: all bounds at once, 24,576 bytes of texts in one transaction', async () => {
    const fixed = {
      endsAtMs: endsSoon(venue),
      masterQuestion: 'q'.repeat(proposalBounds.question),
      masterImageUrl: `https://${'i'.repeat(proposalBounds.imageUrl - 8)}`,
      category: 'c'.repeat(proposalBounds.category),
      rules: 'r'.repeat(proposalBounds.rules),
      resolutionSources: 's'.repeat(proposalBounds.resolutionSources),
      tags: Array.from({ length: 10 }, (_, i) => `${i}`.padEnd(40, 't')),
    }
    const used = 300 + 500 + 80 + 1000 + 1000 + 400
    const perLeg = Math.floor((proposalBounds.total - used) / 20)
    const legs = Array.from({ length: 20 }, () => ({
      question: 'l'.repeat(300),
      imageUrl: `https://${'i'.repeat(492)}`,
      metadata: { m: 'x'.repeat(perLeg - 800 - 8) },
    }))
    const rest = proposalBounds.total - used - perLeg * 20
    const full = legs.map((leg, i) =>
      i === 0 ? { ...leg, metadata: { m: 'x'.repeat(perLeg - 800 - 8 + rest) } } : leg,
    )
    const receipt = await venue.send(proposer, venue.calls.proposeLinked({ ...fixed, legs: full }))
    expect(receipt.events.filter((event) => event.type === 'ProposalLeg')).toHaveLength(20)
    const more = full.map((leg, i) => (i === 1 ? { ...leg, metadata: { m: `${leg.metadata.m}x` } } : leg))
    expect(await venue.refusal(proposer, venue.calls.proposeLinked({ ...fixed, legs: more }))).toBe(
      'Voting.TextsTooLong',
    )
  })
})

describe('refusals of a proposal', () => {
  const long = (bytes: number) => 'x'.repeat(bytes)
  const single: [string, Parameters<Venue['calls']['proposeSingle']>[0] | object, string][] = [
    ['no question', { question: '' }, 'Voting.QuestionLength'],
    ['a question of 301 bytes', { question: `${'é'.repeat(150)}x` }, 'Voting.QuestionLength'],
    ['no category', { category: '' }, 'Voting.CategoryLength'],
    ['a category of 81 bytes', { category: long(81) }, 'Voting.CategoryLength'],
    ['rules of 1001 bytes', { rules: long(1001) }, 'Voting.RulesLength'],
    ['sources of 1001 bytes', { resolutionSources: long(1001) }, 'Voting.SourcesLength'],
    ['an image of 501 bytes', { imageUrl: `https://${long(493)}` }, 'Voting.ImageUrlLength'],
    ['an image over http', { imageUrl: 'http://example.org/x.png' }, 'Voting.ImageUrlNotHttps'],
    ['an image that is only a scheme', { imageUrl: 'https://' }, 'Voting.ImageUrlNotHttps'],
    ['a tag of 41 bytes', { tags: [long(41)] }, 'Voting.TagLength'],
    ['an empty tag', { tags: [''] }, 'Voting.TagLength'],
    ['eleven tags', { tags: Array(11).fill('t') }, 'Voting.TooManyTags'],
    ['metadata of 2049 bytes', { metadata: { m: long(2041) } }, 'Voting.MetadataLength'],
  ]
  test.each(single)('error: %s', async (_, terms, refusal) => {
    const call = venue.calls.proposeSingle({ endsAtMs: endsSoon(venue), ...terms })
    expect(await venue.refusal(proposer, call)).toBe(refusal)
  })
  test.each([
    ['one leg', { legs: legsOf(1) }, 'Voting.LegCount'],
    ['21 legs', { legs: legsOf(21) }, 'Voting.LegCount'],
    [
      'a leg without question',
      { legs: [...legsOf(1), { question: '', imageUrl: null, metadata: null }] },
      'Voting.QuestionLength',
    ],
    [
      'a leg’s image over http',
      { legs: [...legsOf(1), { question: 'q', imageUrl: 'http://x.org', metadata: null }] },
      'Voting.ImageUrlNotHttps',
    ],
    [
      'a leg’s metadata of 513 bytes',
      { legs: [...legsOf(1), { question: 'q', imageUrl: null, metadata: { m: long(505) } }] },
      'Voting.MetadataLength',
    ],
  ])('error: %s', async (_, terms, refusal) => {
    const call = venue.calls.proposeLinked({ endsAtMs: endsSoon(venue), ...terms })
    expect(await venue.refusal(proposer, call)).toBe(refusal)
  })
  test.each([['tags that end too early', '0561', 'Voting.TagsMalformed']])(
    'error: %s',
    async (_, tags, refusal) => {
      const call = callScript({
        contract: 'Voting',
        contractId: votingId(),
        method: 'proposeSingle',
        args: {
          question: '71',
          category: '63',
          endsAt: BigInt(endsSoon(venue)),
          rules: '',
          resolutionSources: '',
          imageUrl: '',
          tags,
          metadata: '',
          deadline: FOREVER,
        },
        attoAlph: ONE,
      })
      expect(await venue.refusal(proposer, call)).toBe(refusal)
    },
  )
  test.each([
    ['legs that end in a length', '00017100000000000171000000'],
    ['legs that end in a text', '000171000000000005717171'],
    ['bytes behind the last leg', '0001710000000000017100000000ff'],
  ])('error: LegsMalformed for %s', async (_, legs) => {
    const call = callScript({
      contract: 'Voting',
      contractId: votingId(),
      method: 'proposeLinked',
      args: {
        masterQuestion: '71',
        masterImageUrl: '',
        category: '63',
        endsAt: BigInt(endsSoon(venue)),
        rules: '',
        resolutionSources: '',
        tags: '',
        legCount: 2n,
        legs,
        deadline: FOREVER,
      },
      attoAlph: 2n * ONE,
    })
    expect(await venue.refusal(proposer, call)).toBe('Voting.LegsMalformed')
  })
  test('error: Expired at the deadline, for both kinds', async () => {
    const terms = { endsAtMs: endsSoon(venue), deadlineMs: venue.host.nowMs() }
    expect(await venue.refusal(proposer, venue.calls.proposeSingle(terms))).toBe('Voting.Expired')
    expect(await venue.refusal(proposer, venue.calls.proposeLinked(terms))).toBe('Voting.Expired')
    const later = { ...terms, deadlineMs: terms.deadlineMs + 1 }
    expect(await venue.refusal(proposer, venue.calls.proposeSingle(later))).toBe('accepted')
  })
  test('error: EndsAtTooSoon, EndsAtTooLate', async () => {
    const now = venue.host.nowMs()
    const { votingMs, minTradingMs } = venue.host.periods
    const fiveYears = 5 * 365 * 86_400_000
    const at = (endsAtMs: number) => venue.refusal(proposer, venue.calls.proposeSingle({ endsAtMs }))
    expect(await at(now + votingMs + minTradingMs - 1)).toBe('Voting.EndsAtTooSoon')
    expect(await at(now + fiveYears + 600_000)).toBe('Voting.EndsAtTooLate')
  })
  test('error: TierTooLow for strangers and below Iron', async () => {
    const stranger = await venue.wallet()
    const small = await venue.staker(59_999n)
    const call = venue.calls.proposeSingle({ endsAtMs: endsSoon(venue) })
    expect(await venue.refusal(stranger, call)).toBe('Vault.TierTooLow')
    expect(await venue.refusal(small, call)).toBe('Vault.TierTooLow')
  })
})

describe('how many and when', () => {
  test('error: the 26th open proposal of a wallet', async () => {
    await endPeriod(venue)
    const wallet = await venue.staker(60_000n)
    for (let i = 0; i < 25; i++)
      await venue.send(wallet, venue.calls.proposeSingle({ endsAtMs: endsSoon(venue) }))
    const call = venue.calls.proposeSingle({ endsAtMs: endsSoon(venue) })
    expect(await venue.refusal(wallet, call)).toBe('Vault.TooManyProposals')
  })
  test('error: PeriodEnding in the last quarter, and after it a new period without waiting for the freeze', async () => {
    const { periodCount, periodEndsAt } = await venue.state('Voting', votingId())
    await venue.host.passTimeUntil(Number(periodEndsAt) - venue.host.periods.votingMs / 4)
    const refused = venue.calls.proposeSingle({ endsAtMs: endsSoon(venue) })
    expect(await venue.refusal(proposer, refused)).toBe('Voting.PeriodEnding')
    await venue.host.passTimeUntil(Number(periodEndsAt))
    const receipt = await venue.send(proposer, venue.calls.proposeSingle({ endsAtMs: endsSoon(venue) }))
    expect(receipt.events[0]).toMatchObject({ type: 'PeriodOpened', periodId: Number(periodCount) + 1 })
    const last = await venue.entry('Period', periodEntryId(votingId(), Number(periodCount)))
    expect(last?.frozen).toBe(false)
  })
})
