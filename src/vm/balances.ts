import { type Hash, isContractLock, type Lock, u256Max } from '../bytecode/index.ts'
import { failures, halt } from './failure.ts'
import { contractDeposit, dustAmount, limits } from './limits.ts'
import type { AssetOutput, Output, SpentOutput, Token } from './output.ts'

/**
 * What one owner has. Mutable and shared on purpose: all frames of a contract that use its assets hold the same object.
 * The methods that move value say whether it worked; on overflow or shortage the run fails, so nothing is rolled back.
 */
export class Balance {
  alph: bigint
  readonly tokens: Map<Hash, bigint>
  /** 0 for what a frame created itself, one more for every call it has been handed down through. */
  readonly depth: number

  constructor(alph: bigint, tokens: Map<Hash, bigint>, depth: number) {
    this.alph = alph
    this.tokens = tokens
    this.depth = depth
  }

  static empty(): Balance {
    return new Balance(0n, new Map(), 0)
  }

  static of(output: { readonly amount: bigint; readonly tokens: readonly Token[] }): Balance {
    return new Balance(output.amount, new Map(output.tokens.map(({ id, amount }) => [id, amount])), 0)
  }

  handedDown(): Balance {
    return new Balance(this.alph, this.tokens, this.depth + 1)
  }

  addAlph(amount: bigint): boolean {
    const sum = this.alph + amount
    if (sum > u256Max) return false
    this.alph = sum
    return true
  }

  subAlph(amount: bigint): boolean {
    if (this.alph < amount) return false
    this.alph -= amount
    return true
  }

  addToken(id: Hash, amount: bigint): boolean {
    const sum = (this.tokens.get(id) ?? 0n) + amount
    if (sum > u256Max) return false
    this.tokens.set(id, sum)
    return true
  }

  subToken(id: Hash, amount: bigint): boolean {
    const current = this.tokens.get(id)
    if (current === undefined || current < amount) return false
    this.tokens.set(id, current - amount)
    return true
  }

  add(other: Balance): boolean {
    if (!this.addAlph(other.alph)) return false
    for (const [id, amount] of other.tokens) if (!this.addToken(id, amount)) return false
    return true
  }

  sub(other: Balance): boolean {
    if (!this.subAlph(other.alph)) return false
    for (const [id, amount] of other.tokens) if (!this.subToken(id, amount)) return false
    return true
  }

  /** Tokens of which there is something, in the chain's order: by bytes, taken as signed. */
  tokenList(): Token[] {
    const list: Token[] = []
    for (const [id, amount] of this.tokens) if (amount !== 0n) list.push({ id, amount })
    return list.length < 2 ? list : list.sort((a, b) => compareSignedBytes(a.id, b.id))
  }

  /** ALPH missing for the smallest valid outputs. Counts tokens of which nothing is left, as the node does. */
  alphToCover(lock: Lock): bigint {
    if (isContractLock(lock)) return this.alph < contractDeposit ? contractDeposit - this.alph : 0n
    const tokenDust = dustAmount * BigInt(this.tokens.size)
    if (this.alph <= tokenDust) return tokenDust - this.alph
    const enough = tokenDust + dustAmount
    return this.alph < enough ? enough - this.alph : 0n
  }

  /** One output for a contract; for others one per token, each with exactly dust, then one for the remaining ALPH. */
  toOutputs(lock: Lock, lockTimeMs = 0n): Output[] {
    const tokens = this.tokenList()
    if (this.alph === 0n) {
      if (tokens.length === 0) return []
      halt(failures.InvalidOutputBalances(lock, tokens.length, this.alph))
    }
    if (!isContractLock(lock)) return this.#toAssetOutputs(lock, tokens, lockTimeMs)
    if (this.alph < contractDeposit) halt(failures.LowerThanContractMinimalBalance(this.alph))
    if (tokens.length > limits.tokensPerContractOutput) {
      halt(failures.InvalidTokenNumForContractOutput(lock, tokens.length))
    }
    return [{ kind: 'contract', amount: this.alph, lock, tokens }]
  }

  #toAssetOutputs(lock: Lock, tokens: readonly Token[], lockTimeMs: bigint): AssetOutput[] {
    const remaining = this.alph - dustAmount * BigInt(tokens.length)
    if (remaining !== 0n && remaining < dustAmount) {
      halt(failures.InvalidOutputBalances(lock, tokens.length, this.alph))
    }
    const outputs = tokens.map((token) => assetOutput(lock, dustAmount, [token], lockTimeMs))
    if (remaining !== 0n) outputs.push(assetOutput(lock, remaining, [], lockTimeMs))
    return outputs
  }
}

const noData = new Uint8Array(0)

function assetOutput(lock: Lock, amount: bigint, tokens: readonly Token[], lockTimeMs: bigint): AssetOutput {
  return { kind: 'asset', amount, lock, tokens, lockTimeMs, additionalData: noData }
}

/** Hex digits compare like unsigned bytes; flipping the sign bit of each byte makes that signed. */
function compareSignedBytes(a: Hash, b: Hash): number {
  for (let i = 0; i < a.length; i += 2) {
    const difference = signedByteAt(a, i) - signedByteAt(b, i)
    if (difference !== 0) return difference
  }
  return 0
}

const signedByteAt = (hex: Hash, at: number): number =>
  (Number.parseInt(hex.slice(at, at + 2), 16) << 24) >> 24

/** Balances of several owners, in the order in which they came. */
export class Balances {
  readonly all = new Map<Lock, Balance>()

  /** What is left for the VM: the inputs without the fixed outputs. */
  static left(inputs: readonly SpentOutput[], outputs: readonly SpentOutput[]): Balances | undefined {
    const balances = new Balances()
    for (const input of inputs) if (!balances.add(input.lock, Balance.of(input))) return undefined
    for (const output of outputs) {
      if (balances.all.get(output.lock)?.sub(Balance.of(output)) !== true) return undefined
    }
    return balances
  }

  get isEmpty(): boolean {
    return this.all.size === 0
  }

  alphOf(lock: Lock): bigint {
    return this.all.get(lock)?.alph ?? 0n
  }

  tokenOf(lock: Lock, id: Hash): bigint {
    return this.all.get(lock)?.tokens.get(id) ?? 0n
  }

  addAlph(lock: Lock, amount: bigint): boolean {
    return this.#at(lock).addAlph(amount)
  }

  addToken(lock: Lock, id: Hash, amount: bigint): boolean {
    return this.#at(lock).addToken(id, amount)
  }

  subAlph(lock: Lock, amount: bigint): boolean {
    return this.all.get(lock)?.subAlph(amount) ?? false
  }

  subToken(lock: Lock, id: Hash, amount: bigint): boolean {
    return this.all.get(lock)?.subToken(id, amount) ?? false
  }

  /** Where nothing was before, the given object itself moves in. */
  add(lock: Lock, balance: Balance): boolean {
    const present = this.all.get(lock)
    if (present !== undefined) return present.add(balance)
    this.all.set(lock, balance)
    return true
  }

  /** Takes everything, for a frame one call deeper. */
  handDown(): Balances {
    const taken = new Balances()
    for (const [lock, balance] of this.all) taken.all.set(lock, balance.handedDown())
    this.all.clear()
    return taken
  }

  takeAll(lock: Lock): Balance | undefined {
    const taken = this.all.get(lock)
    this.all.delete(lock)
    return taken
  }

  /** Takes one owner's, but keeps the place, because outputs are generated in this order. */
  takeKeepingPlace(lock: Lock): Balance | undefined {
    const taken = this.all.get(lock)
    if (taken !== undefined) this.all.set(lock, Balance.empty())
    return taken
  }

  /** Everything of everybody as one sum. What would overflow is left out, as the node leaves it out. */
  takeSum(): Balance {
    const sum = Balance.empty()
    for (const balance of this.all.values()) sum.add(balance)
    this.all.clear()
    return sum
  }

  merge(other: Balances): boolean {
    for (const [lock, balance] of other.all) if (!this.add(lock, balance)) return false
    other.all.clear()
    return true
  }

  #at(lock: Lock): Balance {
    let balance = this.all.get(lock)
    if (balance === undefined) {
      balance = Balance.empty()
      this.all.set(lock, balance)
    }
    return balance
  }
}

/** What a payable frame may spend, and what it has approved for the next call to take. */
export interface BalanceState {
  readonly remaining: Balances
  readonly approved: Balances
}

export const createBalanceState = (remaining: Balances = new Balances()): BalanceState => ({
  remaining,
  approved: new Balances(),
})
