/** How long the texts of a proposal may be, in UTF-8 bytes; the voting contract refuses more. */
export const proposalBounds = {
  question: 300,
  category: 80,
  rules: 1000,
  resolutionSources: 1000,
  imageUrl: 500,
  tag: 40,
  tagCount: 10,
  metadata: 2048,
  legMetadata: 512,
  legCountMin: 2,
  legCountMax: 20,
  /** All texts of one proposal together, because a script may not exceed 32 KiB. */
  total: 24_576,
} as const
