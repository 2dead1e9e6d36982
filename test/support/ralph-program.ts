import { type Random, randomBelow } from '../../src/kit/index.ts'

/**
 * Programs made from the grammar by chance. Most are right; a few have a wrong type, a name that does not exist or a
 * damaged token. Nesting is shallow, because the real parser takes exponential time for it.
 */

type Type =
  | 'Bool'
  | 'I256'
  | 'U256'
  | 'ByteVec'
  | 'Address'
  | { readonly array: Type; readonly size: number }
  | { readonly struct: Struct }
  | { readonly tuple: readonly Type[] }

interface Struct {
  readonly name: string
  readonly fields: readonly { readonly name: string; readonly mutable: boolean; readonly type: Type }[]
}

interface Variable {
  readonly name: string
  readonly type: Type
  readonly mutable: boolean
}

interface Func {
  readonly name: string
  readonly args: readonly Variable[]
  readonly returns: readonly Type[]
  readonly isPublic: boolean
  readonly isInline: boolean
  readonly takesAssets: boolean
}

interface Contract {
  readonly name: string
  readonly fields: readonly Variable[]
  readonly funcs: readonly Func[]
  readonly events: readonly { readonly name: string; readonly types: readonly Type[] }[]
  readonly maps: readonly { readonly name: string; readonly key: Type; readonly value: Type }[]
}

const primitives = ['Bool', 'I256', 'U256', 'ByteVec', 'Address'] as const
const wallet = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'

const textOf = (type: Type): string => {
  if (typeof type === 'string') return type
  if ('array' in type) return `[${textOf(type.array)}; ${type.size}]`
  if ('struct' in type) return type.struct.name
  return `(${type.tuple.map(textOf).join(', ')})`
}

/** Whether all of it can be assigned at once. */
const isWhollyMutable = (type: Type): boolean => {
  if (typeof type === 'string') return true
  if ('array' in type) return isWhollyMutable(type.array)
  if ('struct' in type)
    return type.struct.fields.every((field) => field.mutable && isWhollyMutable(field.type))
  return type.tuple.every(isWhollyMutable)
}

const sameType = (a: Type, b: Type): boolean => textOf(a) === textOf(b)

export class RalphProgram {
  readonly #random: Random
  readonly #structs: Struct[] = []
  readonly #constants: Variable[] = []
  readonly #contracts: Contract[] = []
  #scope: Variable[] = []
  #contract: Contract | undefined
  #func: Func | undefined
  #names = 0
  /** One in so many expressions is of the wrong type. */
  readonly #mistakes: number

  constructor(random: Random, mistakes: number) {
    this.#random = random
    this.#mistakes = mistakes
  }

  source(): string {
    const parts = [
      ...this.#times(this.#below(3), () => this.#struct()),
      ...this.#times(this.#below(3), () => this.#constant('const')),
      ...(this.#chance(3) ? [this.#enum(`Kind${this.#below(3)}`)] : []),
      ...(this.#chance(3) ? [this.#family()] : []),
      ...this.#times(1 + this.#below(2), () => this.#contractText()),
      ...(this.#chance(3) ? [this.#script()] : []),
    ]
    return parts.join('\n')
  }

  #below(bound: number): number {
    return randomBelow(this.#random, bound)
  }

  #chance(oneIn: number): boolean {
    return this.#below(oneIn) === 0
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#below(items.length)]!
  }

  #times<T>(count: number, make: (i: number) => T): T[] {
    return Array.from({ length: count }, (_, i) => make(i))
  }

  #name(prefix: string): string {
    this.#names += 1
    return `${prefix}${this.#names}`
  }

  #type(depth = 2): Type {
    if (depth === 0 || !this.#chance(4)) return this.#pick(primitives)
    switch (this.#below(3)) {
      case 0:
        return { array: this.#type(depth - 1), size: 1 + this.#below(3) }
      case 1:
        return this.#structs.length === 0 ? this.#pick(primitives) : { struct: this.#pick(this.#structs) }
      default:
        return { tuple: this.#times(2 + this.#below(2), () => this.#type(depth - 1)) }
    }
  }

  #struct(): string {
    const fields = this.#times(1 + this.#below(3), () => ({
      name: this.#name('f'),
      mutable: this.#chance(2),
      type: this.#type(1),
    }))
    const struct = { name: this.#name('S'), fields }
    this.#structs.push(struct)
    return `struct ${struct.name} { ${fields.map((field) => `${field.mutable ? 'mut ' : ''}${field.name}: ${textOf(field.type)}`).join(', ')} }`
  }

  #constant(word: string): string {
    const type = this.#pick(primitives)
    const variable = { name: this.#name('C'), type, mutable: false }
    const value =
      this.#chance(3) && type === 'U256' ? `${this.#literal(type)} + ${this.#below(9)}` : this.#literal(type)
    this.#constants.push(variable)
    return `${word} ${variable.name} = ${value}`
  }

  #enum(name: string): string {
    const fields = this.#times(1 + this.#below(3), (i) => `${this.#name('E')} = ${i}`)
    return `enum ${name} { ${fields.join(' ')} }`
  }

  /** An interface, sometimes with a parent contract between, and a contract that implements it. */
  #family(): string {
    const [api, base, child] = [this.#name('Api'), this.#name('Base'), this.#name('Child')]
    const std = this.#chance(3) ? `@std(id = #00${this.#below(90) + 10})\n` : ''
    const selector = this.#chance(4) ? '@using(methodSelector = false)\n' : ''
    const index = this.#chance(3) ? '@using(methodIndex = 1) ' : ''
    const event = this.#chance(2) ? `event ${this.#name('Seen')}(a: U256) ` : ''
    const isDirect = this.#chance(2)
    const hasY = this.#chance(2)
    const body = `pub fn one(a: U256) -> U256 { return a + x }${this.#chance(2) ? ' fn help() -> U256 { return x }' : ''}`
    const abstract = isDirect
      ? ''
      : `Abstract Contract ${base}(x: U256) implements ${api} { const LIMIT = 5 ${body} }\n`
    const parents = isDirect ? `implements ${api}` : `extends ${base}(x)`
    return `${std}${selector}Interface ${api} { ${event}${index}pub fn one(a: U256) -> U256 pub fn two() -> Bool }\n${abstract}Contract ${child}(x: U256${hasY ? ', mut y: U256' : ', @unused z: Bool'}) ${parents} { ${isDirect ? body : ''} pub fn two() -> Bool { return x > ${isDirect ? 3 : 'LIMIT'} } pub fn call(i: ${api}) -> U256 { return i.one(2) }${hasY ? ' pub fn set() -> () { y = y + 1 }' : ''} }`
  }

  #contractText(): string {
    const fields = this.#times(this.#below(4), () => this.#declared('x', this.#chance(2)))
    const contract: Contract = {
      name: this.#name('Foo'),
      fields,
      events: this.#times(this.#below(3), () => ({
        name: this.#name('Ev'),
        types: this.#times(this.#below(4), () => this.#pick(primitives)),
      })),
      maps: this.#times(this.#below(3), () => ({
        name: this.#name('m'),
        key: this.#pick(primitives),
        value: this.#type(1),
      })),
      funcs: this.#times(1 + this.#below(4), () => {
        const isInline = this.#chance(6)
        return {
          name: this.#name('g'),
          args: this.#times(this.#below(3), () => this.#declared('a', !isInline && this.#chance(4))),
          returns: this.#times(this.#below(3), () => this.#type(1)),
          isPublic: !isInline && this.#chance(2),
          isInline,
          takesAssets: this.#chance(5),
        }
      }),
    }
    this.#contract = contract
    const constants = this.#constants.length
    const members = [
      ...contract.maps.map(({ name, key, value }) => `mapping[${textOf(key)}, ${textOf(value)}] ${name}`),
      ...contract.events.map(
        ({ name, types }) => `event ${name}(${types.map((type, i) => `e${i}: ${textOf(type)}`).join(', ')})`,
      ),
      ...this.#times(this.#below(2), () => this.#constant('const')),
      ...(this.#chance(4) ? [this.#enum('Err')] : []),
      ...contract.funcs.map((func) => this.#funcText(func)),
    ]
    this.#constants.length = constants
    this.#contract = undefined
    this.#contracts.push(contract)
    return `Contract ${contract.name}(${this.#declarations(fields)}) {\n${members.map((text) => `  ${text}`).join('\n')}\n}`
  }

  #declared(prefix: string, mutable: boolean): Variable {
    const type = this.#type()
    return { name: this.#name(prefix), type, mutable: mutable && (isWhollyMutable(type) || this.#chance(20)) }
  }

  #declarations(variables: readonly Variable[]): string {
    return variables
      .map(
        ({ name, type, mutable }) =>
          `${this.#chance(9) ? '@unused ' : ''}${mutable ? 'mut ' : ''}${name}: ${textOf(type)}`,
      )
      .join(', ')
  }

  #funcText(func: Func): string {
    this.#func = func
    this.#scope = [...func.args]
    const flags = ['updateFields', 'checkExternalCaller', 'assetsInContract'].filter(() => this.#chance(4))
    if (func.takesAssets) flags.push('preapprovedAssets')
    const using =
      flags.length === 0
        ? ''
        : `@using(${flags.map((flag) => `${flag} = ${this.#flagValue(flag)}`).join(', ')}) `
    const returns =
      func.returns.length === 1 ? textOf(func.returns[0]!) : `(${func.returns.map(textOf).join(', ')})`
    const assigned = [...func.args, ...this.#contract!.fields].filter(
      ({ mutable }) => mutable && !this.#chance(12),
    )
    const body = [
      ...this.#times(this.#below(5), () => this.#statement(2)),
      ...assigned.map((variable) => `${variable.name} = ${this.#expr(variable.type, 1)}`),
      this.#returnText(func),
    ]
    return `${func.isInline ? '@inline ' : ''}${using}${func.isPublic ? 'pub ' : ''}fn ${func.name}(${this.#declarations(func.args)}) -> ${returns} {\n    ${body.join('\n    ')}\n  }`
  }

  #flagValue(flag: string): string {
    if (flag === 'assetsInContract') return 'enforced'
    return this.#chance(5) ? 'false' : 'true'
  }

  #returnText({ returns }: Func): string {
    return returns.length === 0 && this.#chance(2)
      ? ''
      : `return ${returns.map((type) => this.#expr(type, 2)).join(', ')}`
  }

  #block(depth: number): string {
    const before = this.#scope.length
    const statements = this.#times(1 + this.#below(2), () => this.#statement(depth - 1))
    this.#scope.length = before
    return `{\n${statements.join('\n')} }`
  }

  #statement(depth: number): string {
    const kind = this.#below(depth > 0 ? 14 : 6)
    switch (kind) {
      case 0:
      case 1:
      case 2: {
        const variable = this.#declared('v', this.#chance(4))
        const text = `let ${variable.mutable ? 'mut ' : ''}${variable.name} = ${this.#expr(variable.type, 2)}`
        this.#scope.push(variable)
        return variable.mutable ? `${text} ${variable.name} = ${this.#expr(variable.type, 1)}` : text
      }
      case 3: {
        const event = this.#contract === undefined ? undefined : this.#contract.events[0]
        if (event === undefined) return `emit Debug(\`n \${${this.#expr('U256', 1)}}\`)`
        return `emit ${event.name}(${event.types.map((type) => this.#expr(type, 1)).join(', ')})`
      }
      case 4:
        return `assert!(${this.#expr('Bool', 2)}, ${this.#below(9)})`
      case 5: {
        const target = this.#scope.find(
          ({ mutable, type }) => mutable && (type === 'U256' || type === 'I256'),
        )
        return target === undefined
          ? `let _ = ${this.#expr(this.#type(1), 1)}`
          : `${target.name} ${this.#pick(['+=', '-=', '*=', '/='])} ${this.#expr(target.type, 1)}`
      }
      case 6:
        return `if (${this.#expr('Bool', 2)}) ${this.#block(depth)}${this.#chance(2) ? ` else ${this.#block(depth)}` : ''}`
      case 7:
        return `while (${this.#expr('Bool', 1)}) ${this.#block(depth)}`
      case 8: {
        const name = this.#name('i')
        return `for (let mut ${name} = 0; ${name} < ${this.#below(9)}; ${name} = ${name} + 1) ${this.#block(depth)}`
      }
      case 9:
        return this.#mapStatement()
      case 10: {
        const func = this.#pick(this.#callable() ?? [undefined])
        if (func === undefined) return 'assert!(true, 1)'
        return `${func.returns.length > 0 && this.#chance(2) ? `let ${func.returns.length === 1 ? '_' : `(${func.returns.map(() => '_').join(', ')})`} = ` : ''}${func.name}(${func.args.map(({ type }) => this.#expr(type, 1)).join(', ')})`
      }
      case 11: {
        const types = [this.#type(1), this.#type(1)]
        const variables = types.map((type) => ({ name: this.#name('t'), type, mutable: false }))
        const text = `let (${variables.map(({ name }) => name).join(', ')}) = (${types.map((type) => this.#expr(type, 1)).join(', ')})`
        this.#scope.push(...variables)
        return text
      }
      case 12: {
        const held = this.#scope.find(({ type }) => typeof type !== 'string' && 'struct' in type)
        if (held === undefined || typeof held.type === 'string' || !('struct' in held.type))
          return 'assert!(true, 2)'
        const { name, fields } = held.type.struct
        const field = this.#pick(fields)
        const alias = this.#name('d')
        this.#scope.push({ name: alias, type: field.type, mutable: false })
        return `let ${name} { ${field.name}: ${alias} } = ${held.name}`
      }
      default:
        return this.#elementAssignment()
    }
  }

  /** Functions that can be called from here without more ado. */
  #callable(): readonly Func[] | undefined {
    const funcs = this.#contract?.funcs.filter(
      ({ takesAssets, isInline }) => !takesAssets && !(isInline && this.#func?.isInline === true),
    )
    return funcs === undefined || funcs.length === 0 ? undefined : funcs
  }

  #mapStatement(): string {
    const map = this.#contract?.maps[0]
    if (map === undefined) return `assert!(${this.#expr('Bool', 1)}, 3)`
    const key = this.#expr(map.key, 1)
    return this.#pick([
      `${map.name}.insert!(@${wallet}, ${key}, ${this.#expr(map.value, 1)})`,
      `${map.name}.insert!(${key}, ${this.#expr(map.value, 1)})`,
      `${map.name}.remove!(@${wallet}, ${key})`,
      `${map.name}[${key}] = ${this.#expr(map.value, 1)}`,
      `assert!(${map.name}.contains!(${key}), 4)`,
    ])
  }

  /** One element or field of something mutable. */
  #elementAssignment(): string {
    const all = [...this.#scope, ...(this.#contract?.fields ?? [])]
    const target = all.find(({ mutable, type }) => mutable && typeof type !== 'string')
    if (target === undefined) return `let _ = ${this.#expr(this.#type(), 1)}`
    const { path, type } = this.#inside(target.type)
    return `${target.name}${path} = ${this.#expr(type, 1)}`
  }

  #inside(type: Type): { path: string; type: Type } {
    if (typeof type === 'string' || this.#chance(5)) return { path: '', type }
    if ('array' in type) {
      const rest = this.#inside(type.array)
      const index = this.#chance(3)
        ? this.#expr('U256', 1)
        : `${this.#below(type.size + (this.#chance(20) ? 1 : 0))}`
      return { path: `[${index}]${rest.path}`, type: rest.type }
    }
    if ('struct' in type) {
      const field = this.#pick(type.struct.fields)
      const rest = this.#inside(field.type)
      return { path: `.${field.name}${rest.path}`, type: rest.type }
    }
    const i = this.#below(type.tuple.length)
    const rest = this.#inside(type.tuple[i]!)
    return { path: `._${i}${rest.path}`, type: rest.type }
  }

  #expr(wanted: Type, depth: number): string {
    const type = this.#mistakes > 0 && this.#chance(this.#mistakes) ? this.#type(1) : wanted
    if (this.#chance(3)) {
      const known = [...this.#scope, ...this.#constants, ...(this.#contract?.fields ?? [])].filter(
        (variable) => sameType(variable.type, type),
      )
      if (known.length > 0) return this.#pick(known).name
    }
    if (this.#chance(4)) {
      const held = [...this.#scope, ...(this.#contract?.fields ?? [])].filter(
        ({ type: own }) => typeof own !== 'string',
      )
      for (const variable of held) {
        const { path, type: found } = this.#inside(variable.type)
        if (path !== '' && sameType(found, type)) return `${variable.name}${path}`
      }
    }
    if (depth > 0 && this.#chance(7)) {
      return `(if (${this.#expr('Bool', depth - 1)}) ${this.#expr(type, depth - 1)} else ${this.#expr(type, depth - 1)})`
    }
    if (depth > 0 && this.#chance(8)) {
      const func = this.#callable()?.find(
        ({ returns, name }) =>
          returns.length === 1 && sameType(returns[0]!, type) && name !== this.#func?.name,
      )
      if (func !== undefined)
        return `${func.name}(${func.args.map((arg) => this.#expr(arg.type, depth - 1)).join(', ')})`
    }
    if (typeof type !== 'string') return this.#composed(type, depth)
    return depth > 0 && this.#chance(2) ? this.#operation(type, depth - 1) : this.#literal(type)
  }

  #composed(type: Exclude<Type, string>, depth: number): string {
    const inner = Math.max(0, depth - 1)
    if ('array' in type) {
      if (this.#chance(3)) return `[${this.#expr(type.array, inner)}; ${type.size}]`
      return `[${this.#times(type.size, () => this.#expr(type.array, inner)).join(', ')}]`
    }
    if ('struct' in type) {
      return `${type.struct.name} { ${type.struct.fields.map((field) => `${field.name}: ${this.#expr(field.type, inner)}`).join(', ')} }`
    }
    return `(${type.tuple.map((each) => this.#expr(each, inner)).join(', ')})`
  }

  #operation(type: (typeof primitives)[number], depth: number): string {
    const side = (of: Type): string => this.#expr(of, depth)
    switch (type) {
      case 'U256':
        return this.#pick([
          () =>
            `${side('U256')} ${this.#pick(['+', '-', '*', '/', '\\', '%', '**', '|+|', '|-|', '|*|', '|**|', '&', '|', '^', '<<', '>>'])} ${side('U256')}`,
          () => `toU256!(${side('I256')})`,
          () => `size!(${side('ByteVec')})`,
          () => 'blockTimeStamp!()',
        ])()
      case 'I256':
        return this.#pick([
          () => `${side('I256')} ${this.#pick(['+', '-', '*', '/', '\\', '%'])} ${side('I256')}`,
          () => `-${side('I256')}`,
          () => `toI256!(${side('U256')})`,
        ])()
      case 'Bool': {
        const compared = this.#pick(primitives)
        return this.#pick([
          () => `${side('Bool')} ${this.#pick(['&&', '||'])} ${side('Bool')}`,
          () => `!${side('Bool')}`,
          () => `${side(compared)} ${this.#pick(['==', '!='])} ${side(compared)}`,
          () => `${side('U256')} ${this.#pick(['<', '<=', '>', '>='])} ${side('U256')}`,
        ])()
      }
      case 'ByteVec':
        return this.#pick([
          () => `${side('ByteVec')} ++ ${side('ByteVec')}`,
          () => `toByteVec!(${side(this.#pick(['Bool', 'I256', 'U256', 'Address'] as const))})`,
          () => `blake2b!(${side('ByteVec')})`,
          () => `encodeToByteVec!(${side(this.#type(1))}, ${side('U256')})`,
        ])()
      case 'Address':
        return this.#pick([() => 'callerAddress!()', () => `byteVecToAddress!(${side('ByteVec')})`])()
    }
  }

  #literal(type: (typeof primitives)[number]): string {
    switch (type) {
      case 'Bool':
        return this.#pick(['true', 'false'])
      case 'U256':
        return this.#pick([
          `${this.#below(7)}`,
          `${this.#below(100_000)}`,
          '1e18',
          '0xff',
          '1_000',
          '2 alph',
          '3u',
        ])
      case 'I256':
        return this.#pick([`${this.#below(7)}i`, `-${1 + this.#below(900)}`, '-1i', '0i'])
      case 'ByteVec':
        return this.#pick(['#', '#00ff', 'b`text`', `#${'ab'.repeat(this.#below(40))}`])
      case 'Address':
        return `@${wallet}`
    }
  }

  #script(): string {
    const params = this.#times(this.#below(3), () => this.#declared('p', false))
    this.#scope = [...params]
    this.#contract = undefined
    const [target] = this.#contracts
    const call = target?.funcs.find(({ isPublic }) => isPublic)
    const calls =
      call === undefined || target === undefined
        ? []
        : [
            `let c = ${target.name}(#${'00'.repeat(32)}) c.${call.name}(${call.args.map(({ type }) => this.#expr(type, 1)).join(', ')})`,
          ]
    const body = [...this.#times(1 + this.#below(3), () => this.#statement(1)), ...calls]
    return `TxScript ${this.#name('Main')}(${params.map(({ name, type }) => `${name}: ${textOf(type)}`).join(', ')}) {\n  ${body.join('\n  ')}\n}`
  }
}

const tokens = /[A-Za-z_][A-Za-z0-9_]*!?|\d+|"[^"]*"|`[^`]*`|[-+*/%=<>!&|^]+|[(){}[\];:,.@#]|\s+/g

/** One token less, twice, in another place, or another instead. */
export function damaged(source: string, random: Random): string {
  const parts = source.match(tokens) ?? []
  const words = parts.map((part, i) => (/\S/.test(part) ? i : -1)).filter((i) => i >= 0)
  if (words.length < 2) return source
  const at = words[randomBelow(random, words.length)]!
  const other = parts[words[randomBelow(random, words.length)]!]!
  const copy = [...parts]
  switch (randomBelow(random, 4)) {
    case 0:
      copy[at] = ' '
      break
    case 1:
      copy[at] = `${parts[at]} ${parts[at]}`
      break
    case 2:
      copy[at] = other
      break
    default:
      copy[at] = `${parts[at]} ${other}`
  }
  return copy.join('')
}
