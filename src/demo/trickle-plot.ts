/** In the metadata of what the oracle is told by the demo's people while the venue runs: about nothing else. */
export const trickleMark = 'trickle'

/** A question the demo's people ask again and again, each time about another hour. */
interface Question {
  /** With the time at which trading ends, in UTC. */
  readonly ask: (time: string) => string
  readonly category: string
  readonly tags: readonly string[]
  readonly rules: string
  readonly sources: string
}

/** What is proposed while the venue runs, in this order and then from the beginning. */
export const trickleQuestions: readonly Question[] = [
  {
    ask: (time) => `Will the ferry of ${time} leave on time?`,
    category: 'Transport',
    tags: ['ferries'],
    rules: 'Yes if it casts off less than three minutes late.',
    sources: 'The harbour’s public board.',
  },
  {
    ask: (time) => `Will it rain in Zurich before ${time}?`,
    category: 'Weather',
    tags: ['rain', 'zurich'],
    rules: 'Yes if the station at Fluntern records a tenth of a millimetre.',
    sources: 'The national weather service.',
  },
  {
    ask: (time) => `Will ALPH be dearer at ${time} than now?`,
    category: 'Crypto',
    tags: ['alephium', 'price'],
    rules: 'Yes if the median of three large exchanges is above that of the hour of this proposal.',
    sources: 'Public price pages of three exchanges.',
  },
  {
    ask: (time) => `Will the home team score before ${time}?`,
    category: 'Sports',
    tags: ['football'],
    rules: 'Yes if it scores at least one goal.',
    sources: 'The league’s live report.',
  },
  {
    ask: (time) => `Will the wind farm deliver a gigawatt by ${time}?`,
    category: 'Science',
    tags: ['energy', 'wind'],
    rules: 'Yes if one of its readings is at least 1,000 megawatts.',
    sources: 'The grid operator’s open data.',
  },
  {
    ask: (time) => `Will the council’s session be over by ${time}?`,
    category: 'Politics',
    tags: ['council'],
    rules: 'Yes if the chair has closed it.',
    sources: 'The minutes of the session.',
  },
  {
    ask: (time) => `Will the concert sell out before ${time}?`,
    category: 'Culture',
    tags: ['music', 'tickets'],
    rules: 'Yes if the box office shows no ticket.',
    sources: 'The box office.',
  },
]
