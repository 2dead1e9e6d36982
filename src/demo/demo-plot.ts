import type { RoleName } from './demo-cast.ts'

/** What the demo's venue is about. Times are relative to the end of its history, which is the visitor's present. */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const demoSpanMs = 3 * day

export interface PlotMarket {
  readonly question: string
  /** What yes costs at first, in thousandths. */
  readonly price: number
  /** How many orders and cancels the history has. */
  readonly moves: number
}

interface PlotProposal {
  readonly proposer: RoleName
  readonly category: string
  readonly tags: readonly string[]
  readonly rules: string
  readonly sources: string
  readonly endsInMs: number
  /** Who votes for it; without anybody it is rejected. */
  readonly supporters: readonly RoleName[]
}

export interface PlotSingle extends PlotProposal, PlotMarket {
  readonly legs?: undefined
  /** What the oracle is told once trading has ended. */
  readonly outcome?: 'yes' | 'no'
  /** Somebody doubts it: jurors decide so, or have not yet. */
  readonly disputed?: 'yes' | 'no' | 'undecided'
  /** Its end is left to the demo's people while the venue runs; of the other open ones, to the visitor. */
  readonly isTheirs?: true
}

export interface PlotLinked extends PlotProposal {
  readonly question: string
  readonly legs: readonly PlotMarket[]
}

export interface PlotPeriod {
  /** When its first proposal opens it. */
  readonly opensInMs: number
  readonly proposals: readonly (PlotSingle | PlotLinked)[]
}

const all: readonly RoleName[] = ['anna', 'bert', 'cara', 'dora']

/** Whose trading is over, and which wait for the oracle: disputes follow each other until newer questions have ended. */
const justEnded: readonly PlotSingle[] = (
  [
    [
      'anna',
      'Will the morning ferry be full?',
      'Transport',
      'ferries',
      'Yes if its gate shows no free place.',
    ],
    [
      'bert',
      'Will the fog lift before noon?',
      'Weather',
      'fog',
      'Yes if the airport reports a view of five kilometres.',
    ],
    ['cara', 'Will the opening act play an encore?', 'Culture', 'music', 'Yes if it comes back on stage.'],
    [
      'dora',
      'Will the solar park beat its record?',
      'Science',
      'energy',
      'Yes if a reading is above the highest so far.',
    ],
  ] as const
).map(([proposer, question, category, tag, rules], index) => ({
  question,
  category,
  tags: [tag],
  rules,
  sources: 'The operator’s public board.',
  endsInMs: -(index + 1) * minute,
  proposer,
  supporters: ['bert', 'cara'],
  price: 350 + 90 * index,
  moves: 16,
  isTheirs: true,
}))

export const demoPlot: readonly PlotPeriod[] = [
  {
    opensInMs: -demoSpanMs + hour,
    proposals: [
      {
        question: 'Will ALPH trade above one dollar when this market closes?',
        category: 'Crypto',
        tags: ['alephium', 'price'],
        rules: 'Yes if the median of three large exchanges is above 1.00 USD at the closing time.',
        sources: 'Public price pages of three exchanges.',
        endsInMs: 90 * day,
        proposer: 'anna',
        supporters: all,
        price: 380,
        moves: 26,
      },
      {
        question: 'Will the next network upgrade be active before this market closes?',
        category: 'Crypto',
        tags: ['alephium', 'upgrade'],
        rules: 'Yes if the upgrade is active on the main network.',
        sources: 'The release notes of the full node.',
        endsInMs: 120 * day,
        proposer: 'anna',
        supporters: ['anna', 'bert'],
        price: 710,
        moves: 18,
      },
      {
        question: 'Will the central bank cut its rate at the next meeting?',
        category: 'Economy',
        tags: ['rates', 'banks'],
        rules: 'Yes if the key rate is lower after the meeting than before it.',
        sources: 'The bank’s own announcement.',
        endsInMs: 21 * day,
        proposer: 'bert',
        supporters: ['anna', 'bert', 'cara'],
        price: 540,
        moves: 21,
      },
      {
        question: 'Will a crewed mission land on the Moon within two years?',
        category: 'Science',
        tags: ['space', 'moon'],
        rules: 'Yes if people have landed on the Moon before the closing time.',
        sources: 'Announcements of the space agencies.',
        endsInMs: 700 * day,
        proposer: 'bert',
        supporters: ['anna', 'dora'],
        price: 210,
        moves: 16,
      },
      {
        question: 'Will it snow in Zurich before the month is over?',
        category: 'Weather',
        tags: ['snow', 'zurich'],
        rules: 'Yes if the station at Fluntern records at least one centimetre of fresh snow.',
        sources: 'The national weather service.',
        endsInMs: 24 * day,
        proposer: 'cara',
        supporters: ['anna', 'cara', 'dora'],
        price: 460,
        moves: 20,
      },
      {
        question: 'Will the festival’s first prize go to a debut film?',
        category: 'Culture',
        tags: ['film', 'festival'],
        rules: 'Yes if the director has made no feature film before.',
        sources: 'The festival’s list of awards.',
        endsInMs: 45 * day,
        proposer: 'cara',
        supporters: ['bert', 'cara'],
        price: 300,
        moves: 15,
      },
      {
        question: 'Who wins the City Cup?',
        category: 'Sports',
        tags: ['football', 'cup'],
        rules: 'The winner of the final, after extra time and penalties. At most one leg resolves to yes.',
        sources: 'The league’s report of the final.',
        endsInMs: 60 * day,
        proposer: 'dora',
        supporters: all,
        legs: [
          { question: 'Harbour United', price: 450, moves: 18 },
          { question: 'River Rovers', price: 330, moves: 16 },
          { question: 'Old Town FC', price: 190, moves: 14 },
        ],
      },
      {
        question: 'Will the weather satellite be launched on schedule?',
        category: 'Science',
        tags: ['space', 'launch'],
        rules: 'Yes if it lifts off on the announced day.',
        sources: 'The operator’s launch log.',
        endsInMs: -30 * hour,
        proposer: 'dora',
        supporters: ['anna', 'bert', 'dora'],
        price: 620,
        moves: 16,
        outcome: 'yes',
      },
      {
        question: 'Will my neighbour’s cat come home tonight?',
        category: 'Culture',
        tags: ['cats'],
        rules: 'Yes if it is seen on the doorstep.',
        sources: 'My neighbour.',
        endsInMs: 10 * day,
        proposer: 'demo',
        supporters: [],
        price: 500,
        moves: 0,
      },
    ],
  },
  {
    opensInMs: -26 * hour,
    proposals: [
      {
        question: 'Will the last train of the day arrive on time?',
        category: 'Transport',
        tags: ['trains'],
        rules: 'Yes if it arrives less than three minutes late.',
        sources: 'The railway’s public board.',
        endsInMs: 45 * minute,
        proposer: 'anna',
        supporters: ['anna', 'cara'],
        price: 640,
        moves: 18,
      },
      {
        question: 'Was the course record of the city marathon broken?',
        category: 'Sports',
        tags: ['running', 'records'],
        rules: 'Yes if the winner’s official time is below the old record.',
        sources: 'The organiser’s list of results.',
        endsInMs: -20 * minute,
        proposer: 'bert',
        supporters: ['anna', 'bert'],
        price: 520,
        moves: 18,
        outcome: 'yes',
        disputed: 'undecided',
      },
      {
        question: 'Will the next flagship phone come without a charging port?',
        category: 'Technology',
        tags: ['phones', 'hardware'],
        rules: 'Yes if the model announced next has no port at all.',
        sources: 'The maker’s data sheet.',
        endsInMs: 150 * day,
        proposer: 'cara',
        supporters: ['bert', 'cara', 'dora'],
        price: 150,
        moves: 14,
      },
      {
        question: 'Will the council approve the new tram line tonight?',
        category: 'Politics',
        tags: ['council', 'trams'],
        rules: 'Yes if a majority votes for the line.',
        sources: 'The minutes of the session.',
        endsInMs: -2 * hour,
        proposer: 'dora',
        supporters: ['anna', 'dora'],
        price: 430,
        moves: 15,
        outcome: 'no',
        disputed: 'yes',
      },
      ...justEnded,
    ],
  },
  {
    opensInMs: -40_000,
    proposals: [
      {
        question: 'Will the new bridge open before winter?',
        category: 'Transport',
        tags: ['bridge'],
        rules: 'Yes if cars may cross it before the first of December.',
        sources: 'The road office.',
        endsInMs: 30 * day,
        proposer: 'anna',
        supporters: ['anna', 'bert'],
        price: 500,
        moves: 0,
      },
      {
        question: 'Will the national team reach the final?',
        category: 'Sports',
        tags: ['football'],
        rules: 'Yes if it plays in the final of the tournament.',
        sources: 'The federation’s schedule.',
        endsInMs: 40 * day,
        proposer: 'bert',
        supporters: ['cara'],
        price: 500,
        moves: 0,
      },
      {
        question: 'Which language tops the developers’ survey?',
        category: 'Technology',
        tags: ['survey', 'languages'],
        rules: 'The language named most often as used. At most one leg resolves to yes.',
        sources: 'The published survey.',
        endsInMs: 200 * day,
        proposer: 'cara',
        supporters: ['anna'],
        legs: [
          { question: 'TypeScript', price: 500, moves: 0 },
          { question: 'Python', price: 500, moves: 0 },
        ],
      },
    ],
  },
]

/** The market that is undecided is disputed just before the present, so that its first round of votes can still be joined. */
export const disputedInMs = -5_000

/** What yes costs at first in the markets that exist when the history ends; the first has number 1. */
export const demoMarketPrices: readonly number[] = demoPlot
  .slice(0, -1)
  .flatMap(({ proposals }) => proposals)
  .filter(({ supporters }) => supporters.length > 0)
  .flatMap((proposal) => (proposal.legs ?? [proposal]).map(({ price }) => price))

export const demoMarketCount = demoMarketPrices.length
