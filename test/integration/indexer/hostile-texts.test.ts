import { addressFromContractId } from '@alephium/web3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ONE, type VenueEvent } from '../../../src/domain/index.ts'
import { emptyIndex } from '../../simulation/indexer/dump.ts'
import { contractOf, encodeEvent, type RawTexts } from '../../simulation/indexer/encode-event.ts'
import { catchUp, makeIndexer } from '../../simulation/indexer/scenario.ts'
import { createScriptedChain, hashOf } from '../../simulation/indexer/scripted-chain.ts'
import { venue } from '../../simulation/indexer/world.ts'
import { describeOnBothDatabases } from '../../support/database.ts'

const wallet = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'
const utf8 = (text: string) => new TextEncoder().encode(text)

/** Somebody calls the contracts without asking our API first: a linked proposal of two legs, accepted and deployed. */
function hostileChain(texts: RawTexts) {
  const chain = createScriptedChain()
  let at = 1_800_000_000_000
  const mine = (...said: readonly [VenueEvent, RawTexts?][]) => {
    at += 1_000
    const txId = hashOf(`tx ${at}`)
    const events = said.map(([event, rawTexts]) => {
      const contractAddress = contractOf(event) === 'Voting' ? venue.voting : venue.vault
      return encodeEvent(event, { contractAddress, txId, ...(rawTexts && { rawTexts }) })
    })
    chain.mine({ events, timestampMs: at })
  }
  const blank = { question: '', imageUrl: null, metadata: null }
  const textless = { ...blank, category: '', rules: null, resolutionSources: null, tags: [] }
  mine(
    [{ type: 'PeriodOpened', periodId: 1, startsAtMs: at, endsAtMs: at + 10, opener: wallet }],
    [
      {
        type: 'ProposalCreated',
        proposalId: 1,
        periodId: 1,
        proposer: wallet,
        legCount: 2,
        endsAtMs: at,
        creatorShare: 1,
        textHash: hashOf('texts'),
        deposit: ONE,
      },
    ],
    [{ type: 'ProposalTexts', proposalId: 1, ...textless }, texts],
    [{ type: 'ProposalLeg', proposalId: 1, leg: 0, ...blank }, texts],
    [{ type: 'ProposalLeg', proposalId: 1, leg: 1, ...blank }, texts],
  )
  const market = (marketId: number): VenueEvent => ({
    type: 'MarketDeployed',
    marketId,
    marketAddress: addressFromContractId(hashOf(`market ${marketId}`)),
    proposalId: 1,
    leg: marketId - 1,
    eventId: 1,
    creator: wallet,
    creatorShare: 1,
    endsAtMs: at,
  })
  mine(
    [{ type: 'ProposalAccepted', proposalId: 1, periodId: 1, finalVoteCount: 1, creatorShare: 1 }],
    [{ type: 'PeriodFrozen', periodId: 1, acceptedCount: 1, proposalCount: 1 }],
    [
      {
        type: 'EventDeployed',
        eventId: 1,
        masterAddress: addressFromContractId(hashOf('event')),
        proposalId: 1,
        legCount: 2,
      },
    ],
    [market(1)],
    [market(2)],
  )
  return chain
}

const fields = ['question', 'category', 'rules', 'resolutionSources', 'imageUrl', 'tags', 'metadata'] as const
const everywhere = (bytes: Uint8Array): RawTexts => Object.fromEntries(fields.map((field) => [field, bytes]))

interface Shown {
  readonly question: string
  readonly category: string | null
  readonly rules: string | null
  readonly resolution_sources: string | null
  readonly image_url: string | null
  readonly tags: readonly string[]
  readonly metadata: object | null
}

describeOnBothDatabases('hostile texts', (context) => {
  async function show(texts: RawTexts): Promise<readonly Shown[]> {
    await emptyIndex(context.database)
    await catchUp(makeIndexer(hostileChain(texts), context.database))
    return context.database.query<Shown>({
      label: 'shown-markets',
      sql: 'select question, category, rules, resolution_sources, image_url, tags, metadata from markets order by id',
    })
  }

  function expectHarmless(shown: readonly Shown[]): void {
    expect(shown.length).toBe(2)
    for (const { question, category, rules, resolution_sources, image_url, tags, metadata } of shown) {
      const all = [question, category, rules, resolution_sources, image_url, ...tags]
      for (const text of all) {
        expect(text ?? '').not.toMatch(/\p{Cc}|\p{Surrogate}/u)
        expect((text ?? '').length).toBeLessThanOrEqual(1000)
      }
      if (image_url !== null) expect(new URL(image_url).protocol).toBe('https:')
      expect(tags.length).toBeLessThanOrEqual(10)
      if (metadata !== null) expect(Array.isArray(metadata)).toBe(false)
    }
  }

  test.each<[string, Uint8Array]>([
    ['NUL and control characters', utf8('a\u0000b\u0007\u009fc')],
    ['broken UTF-8', new Uint8Array([0xc3, 0x28, 0xff, 0xfe, 0xf0, 0x9f])],
    ['lone surrogates', new Uint8Array([0xed, 0xa0, 0x80, 0xed, 0xbf, 0xbf])],
    ['surrogates in JSON', utf8('{"a":"\\ud800","\\udc00":"\\u0000"}')],
    ['deep JSON', utf8(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`)],
    ['broken JSON', utf8('{"a":')],
    ['a number beyond all numbers', utf8('{"a":1e999,"b":-0}')],
    ['a script URL', utf8('javascript:alert(1)')],
    ['a plain URL', utf8('http://example.org/a.png')],
    ['a long text', utf8('é'.repeat(20_000))],
    ['operators of the search', utf8("a & ! | (b) <-> :* 'c' \\")],
    ['nothing at all', new Uint8Array()],
  ])('behavior: F42 %s', async (_, bytes) => expectHarmless(await show(everywhere(bytes))))

  test('behavior: F42 any bytes in any text', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc.json().map(utf8),
      fc.string({ unit: 'binary' }).map(utf8),
    )
    const texts = fc.record(Object.fromEntries(fields.map((field) => [field, bytes])))
    await fc.assert(
      fc.asyncProperty(texts, async (raw) => expectHarmless(await show(raw as RawTexts))),
      { numRuns: 25 },
    )
  })
})
