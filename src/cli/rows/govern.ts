import type { VoteChoice } from '../../domain/index.ts'
import {
  isAmount,
  type SendOptions,
  sendOf,
  sendOptions,
  text,
  tooMuch,
  whichMarket,
  wholeNumber,
} from './options.ts'
import type { CommandRow, Values } from './row.ts'

/** Commands that decide: which questions become markets, and how disputes end. */
export type GovernCommand =
  | ({ readonly name: 'stake' } & StakeStep & SendOptions)
  | ({ readonly name: 'propose' } & ProposeTerms & SendOptions)
  | ({ readonly name: 'vote'; readonly proposalId: number } & SendOptions)
  | ({
      readonly name: 'commit'
      readonly market: string
      readonly vote: VoteChoice
      /** Whether the venue opens the vote when the time has come. */
      readonly isRelayed: boolean
    } & SendOptions)
  | ({
      readonly name: 'reveal'
      readonly market: string
      readonly isRelayed: boolean
      /** Where the sealed vote is; null: where `commit` keeps it. */
      readonly file: string | null
    } & SendOptions)

type StakeStep =
  | { readonly step: 'deposit' | 'unlock'; readonly amount: string }
  | { readonly step: 'withdraw'; readonly amount: null }

interface ProposeTerms {
  /** Of an event, the question that its legs share. */
  readonly question: string
  /** Empty: one market. */
  readonly legs: readonly string[]
  readonly category: string
  readonly endsAt: string
  readonly rules: string | null
  readonly sources: string | null
  readonly imageUrl: string | null
  readonly tags: readonly string[]
}

const choices: Readonly<Record<string, VoteChoice>> = { yes: 1, no: 2, 'too-early': 3 }

const relayOption = {
  type: 'boolean',
  meaning: 'give vote and salt to the venue, which opens the vote in time; it can read it then',
} as const

export const governCommands: readonly CommandRow<GovernCommand>[] = [
  {
    words: 'stake',
    arguments: 'deposit|unlock|withdraw [amount]',
    summary:
      'stake tokens, begin to unlock them, or withdraw what is unlocked; `sibyl balance` shows the stake',
    options: sendOptions,
    read([step, amountText, ...more], values) {
      if (more.length > 0) return tooMuch(more)
      if (step === 'withdraw')
        return amountText === undefined
          ? { name: 'stake', step, amount: null, ...sendOf(values) }
          : tooMuch([amountText])
      if (step !== 'deposit' && step !== 'unlock') return 'deposit, unlock or withdraw?'
      if (amountText === undefined || !isAmount(amountText))
        return `the amount is above 0 with at most 18 decimals, not ${amountText ?? 'nothing'}`
      return { name: 'stake', step, amount: amountText, ...sendOf(values) }
    },
  },
  {
    words: 'propose',
    arguments: '<question>',
    summary: 'propose a market; with --leg, an event with one market for each',
    options: {
      category: { type: 'string', value: 'text', meaning: 'always needed' },
      ends: {
        type: 'string',
        value: 'time',
        meaning: 'when trading ends, such as 2030-01-31T12:00:00Z; always needed',
      },
      leg: {
        type: 'string',
        multiple: true,
        value: 'question',
        meaning: 'a market of the event; give it for each',
      },
      rules: { type: 'string', value: 'text', meaning: 'how it resolves' },
      sources: { type: 'string', value: 'text', meaning: 'where the outcome will be seen' },
      image: { type: 'string', value: 'url', meaning: 'https' },
      tags: { type: 'string', value: 'a,b', meaning: 'words to find it by' },
      ...sendOptions,
    },
    read: readProposal,
  },
  {
    words: 'vote',
    arguments: '<proposal>',
    summary: 'vote for a proposal, with the weight of the stake',
    options: sendOptions,
    read([proposal, ...more], values) {
      if (more.length > 0) return tooMuch(more)
      const proposalId = wholeNumber(proposal, { min: 1, max: 9_999_999_999 })
      return proposalId === null
        ? 'which proposal? by its number'
        : { name: 'vote', proposalId, ...sendOf(values) }
    },
  },
  {
    words: 'commit',
    arguments: '<market> yes|no|too-early',
    summary:
      'vote on a disputed market, sealed; its salt is kept in a file of yours alone, in SIBYL_VOTES_DIR',
    options: { relay: relayOption, ...sendOptions },
    read([market, choice, ...more], values) {
      if (market === undefined) return whichMarket
      if (more.length > 0) return tooMuch(more)
      const vote = Object.hasOwn(choices, choice ?? '') ? choices[choice ?? ''] : undefined
      if (vote === undefined) return 'yes, no or too-early?'
      return { name: 'commit', market, vote, isRelayed: values.relay === true, ...sendOf(values) }
    },
  },
  {
    words: 'reveal',
    arguments: '<market>',
    summary: 'open the vote that `sibyl commit` sealed; one that stays closed loses stake',
    options: {
      file: {
        type: 'string',
        value: 'file',
        meaning: 'the sealed vote, when it is not where commit keeps it',
      },
      relay: relayOption,
      ...sendOptions,
    },
    read([market, ...more], values) {
      if (market === undefined) return whichMarket
      if (more.length > 0) return tooMuch(more)
      const isRelayed = values.relay === true
      return { name: 'reveal', market, isRelayed, file: text(values.file), ...sendOf(values) }
    },
  },
]

function readProposal([question, ...more]: readonly string[], values: Values): GovernCommand | string {
  if (question === undefined || question === '') return 'which question? in quotes'
  if (more.length > 0) return `${tooMuch(more)}; put the question in quotes`
  const category = text(values.category)
  const ends = text(values.ends)
  if (category === null) return '--category is missing'
  if (ends === null || Number.isNaN(Date.parse(ends))) return '--ends is a time such as 2030-01-31T12:00:00Z'
  return {
    name: 'propose',
    question,
    legs: Array.isArray(values.leg) ? values.leg : [],
    category,
    endsAt: new Date(ends).toISOString(),
    rules: text(values.rules),
    sources: text(values.sources),
    imageUrl: text(values.image),
    tags: text(values.tags)?.split(',') ?? [],
    ...sendOf(values),
  }
}
