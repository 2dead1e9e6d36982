/** One setting of the environment: its name, what it means, what holds without it, and how its text is read. */
export interface Setting<T> {
  readonly name: string
  readonly meaning: string
  /** Shown in docs/configuration.md; `none` when there is no default. */
  readonly shownDefault: string
  readonly secret: boolean
  readonly fallback: T
  /** The value, or a sentence about what would be right. Receives no empty text. */
  readonly read: (text: string) => T | Complaint
}

export class Complaint {
  readonly sentence: string
  constructor(sentence: string) {
    this.sentence = sentence
  }
}

type Options = { readonly secret?: boolean; readonly shownDefault?: string }

export function setting<T>(
  name: string,
  fallback: T,
  meaning: string,
  read: Setting<T>['read'],
  options: Options = {},
): Setting<T> {
  const shown = options.shownDefault ?? (fallback === null ? 'none' : String(fallback))
  return { name, meaning, fallback, read, shownDefault: shown, secret: options.secret ?? false }
}

const digits = /^(0|[1-9][0-9]{0,15})$/

export function integerSetting<F extends number | null>(
  name: string,
  fallback: F,
  meaning: string,
  { min, max, ...options }: Options & { readonly min: number; readonly max: number },
): Setting<number | F> {
  return setting<number | F>(
    name,
    fallback,
    meaning,
    (text) => {
      const value = digits.test(text) ? Number(text) : Number.NaN
      return value >= min && value <= max
        ? value
        : new Complaint(`must be a whole number from ${min} to ${max}`)
    },
    options,
  )
}

export function booleanSetting(name: string, fallback: boolean, meaning: string): Setting<boolean> {
  return setting(name, fallback, meaning, (text) => {
    if (text === 'true') return true
    return text === 'false' ? false : new Complaint('must be true or false')
  })
}

export function wordSetting<const W extends string>(
  name: string,
  fallback: W,
  meaning: string,
  words: readonly W[],
): Setting<W> {
  return setting(name, fallback, meaning, (text) => {
    const word = words.find((candidate) => candidate === text)
    return word ?? new Complaint(`must be one of ${words.join(', ')}`)
  })
}

export function textSetting<F extends string | null>(
  name: string,
  fallback: F,
  meaning: string,
  options: Options & { readonly check?: (text: string) => Complaint | null } = {},
): Setting<string | F> {
  return setting<string | F>(name, fallback, meaning, (text) => options.check?.(text) ?? text, options)
}

export function listSetting(
  name: string,
  fallback: readonly string[],
  meaning: string,
  options: Options & { readonly check?: (part: string) => Complaint | null } = {},
): Setting<readonly string[]> {
  return setting<readonly string[]>(
    name,
    fallback,
    meaning,
    (text) => {
      const parts = text.split(',').map((part) => part.trim())
      for (const part of parts) {
        const complaint = part === '' ? new Complaint('has an empty entry') : options.check?.(part)
        if (complaint) return complaint
      }
      return parts
    },
    options,
  )
}
