/** The bounds of the Danube rules. Each is a rule of the chain, not a choice of ours. */
export const limits = {
  /** Slots shared by the locals and temporaries of all frames. */
  operandStack: 1024,
  frames: 1024,
  codeBytes: 32 * 1024,
  /** Field values must estimate below this. */
  fieldBytes: 3 * 1024,
  fields: 0xff,
  tokensPerContractOutput: 8,
  zeros: 4096,
  /** Indexes taken from the stack. */
  index: 0xff,
} as const

/**
 * Bounds of ours. The chain charges nothing for these, so code that nobody would compile could hold this process for
 * minutes or fill its memory; what is within gas and reason never meets them.
 */
export const bounds = {
  /** Instructions without a fixed price. Paid ones end after 2.5 million. */
  freeSteps: 5_000_000,
  /** Bytes of all events and debug messages of one run. */
  loggedBytes: 8 * 1024 * 1024,
  /** Arrays within arrays in a request. */
  nesting: 100,
} as const

export { CONTRACT_DEPOSIT as contractDeposit, DUST as dustAmount } from '../kit/index.ts'

export const int64Max = (1n << 63n) - 1n
