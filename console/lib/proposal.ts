import { proposalBounds, type TradeRequest } from 'sibyl/client'

export interface Draft {
  readonly question: string
  readonly category: string
  readonly rules: string
  readonly sources: string
  /** Comma-separated. */
  readonly tags: string
  /** As a field for local times has it. */
  readonly endsAt: string
  /** The answers of an event; none for a single market. */
  readonly legs: readonly string[]
}

export const emptyDraft: Draft = {
  question: '',
  category: '',
  rules: '',
  sources: '',
  tags: '',
  endsAt: '',
  legs: [],
}

export const textBounds = {
  question: proposalBounds.question,
  category: proposalBounds.category,
  rules: proposalBounds.rules,
  sources: proposalBounds.resolutionSources,
} as const

export const legBounds = { min: proposalBounds.legCountMin, max: proposalBounds.legCountMax } as const

/** As the chain counts them. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length

export const tagsOf = ({ tags }: Draft): string[] =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

/** What is missing or too long, in words; null when it can be proposed. */
export function faultOf(draft: Draft): string | null {
  const { question, category, endsAt, legs } = draft
  if (question.trim() === '') return 'Ask a question.'
  if (category.trim() === '') return 'Name a category.'
  if (endsAt === '' || Number.isNaN(new Date(endsAt).getTime())) return 'Say when trading ends.'
  for (const name of Object.keys(textBounds) as (keyof typeof textBounds)[])
    if (bytesOf(draft[name]) > textBounds[name])
      return `Too long: ${name}, at most ${textBounds[name]} bytes.`
  const tags = tagsOf(draft)
  if (tags.length > proposalBounds.tagCount || tags.some((tag) => bytesOf(tag) > proposalBounds.tag))
    return `At most ${proposalBounds.tagCount} tags of ${proposalBounds.tag} bytes.`
  if (legs.length === 0) return null
  if (legs.length < legBounds.min) return `An event has at least ${legBounds.min} answers.`
  if (legs.some((leg) => leg.trim() === '' || bytesOf(leg) > proposalBounds.question))
    return 'Every answer needs a text that is not too long.'
  return null
}

type Proposal = Extract<TradeRequest, { kind: 'proposeSingle' | 'proposeLinked' }>

/** What is asked of the service. */
export function requestOf(draft: Draft): Proposal {
  const { question, category, rules, sources, endsAt, legs } = draft
  const tags = tagsOf(draft)
  const common = {
    category,
    endsAt: new Date(endsAt).toISOString(),
    ...(rules === '' ? {} : { rules }),
    ...(sources === '' ? {} : { resolutionSources: sources }),
    ...(tags.length === 0 ? {} : { tags }),
  }
  return legs.length === 0
    ? { kind: 'proposeSingle', question, ...common }
    : {
        kind: 'proposeLinked',
        masterQuestion: question,
        legs: legs.map((leg) => ({ question: leg })),
        ...common,
      }
}
