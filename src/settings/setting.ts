/** The mode of the portal. Only production restricts the sources of its values. */
export type Mode = 'sandbox' | 'production'

/** The context of a check, besides the text. */
export type Situation = { mode: Mode; /** PRIVATE_ADDRESSES names this setting. */ isPrivate: boolean }

/** The default of a setting; with words for the tables when it is derived from other settings. */
export type Unset = string | { words: string; make: (textOf: (name: string) => string) => string }

/** A publicly known value: production refuses it. */
export type Published = {
  value: string
  /** Where to look for the value in the text; 'host' compares the host of a URL and its subdomains. */
  where: 'whole' | 'beginning' | 'inside' | 'host'
  /** Its publisher; the tables and the protocol pages repeat it. */
  source: string
}

/**
 * One environment variable. These records define everything: what the program reads, the checks, what production refuses, the tables in
 * docs/settings.md, and the test that tries to bypass the refusals.
 */
export type Setting<Value> = {
  readonly name: string
  readonly kind: 'text' | 'address' | 'choice' | 'number' | 'list' | 'routes' | 'file' | 'database'
  readonly meaning: string
  /** An example text that production accepts. */
  readonly example: string
  readonly unset: Readonly<Record<Mode, Unset | null>>
  readonly inProduction: 'free' | 'needed' | 'refused'
  /** Unset, it is null and counts as complete. */
  readonly isOptional: boolean
  /** The sandbox's value may be a real one too: a name that an operator may really use. */
  readonly isSandboxValueFine: boolean
  readonly mayBePrivate: boolean
  readonly published: readonly Published[]
  /** What is wrong with the text, as the rest of a sentence that begins with the name. */
  readonly problemOf: (text: string, situation: Situation) => string | null
  readonly parse: (text: string) => Value
}

export type SettingGroup = Readonly<Record<string, Setting<unknown>>>
export type ValuesOf<Group extends SettingGroup> = { [Field in keyof Group]: Group[Field] extends Setting<infer Value> ? Value : never }

/** Options of every kind of setting. */
export type About = {
  meaning: string
  /** Its default text: in both modes, or in one. */
  unset?: Unset
  sandbox?: Unset
  production?: Unset
  inProduction?: 'needed' | 'refused'
  isSandboxValueFine?: true
  published?: readonly Published[]
  example?: string
}

type Rules<Value> = Pick<Setting<Value>, 'kind' | 'example' | 'problemOf' | 'parse'> & { mayBePrivate?: boolean }

export function setting<Value>(name: string, about: About, { mayBePrivate = false, ...rules }: Rules<Value>): Setting<Value> {
  const { meaning, unset = null, sandbox = unset, production = unset, published = [] } = about
  return {
    ...rules,
    name,
    meaning,
    example: about.example ?? rules.example,
    unset: { sandbox, production },
    inProduction: about.inProduction ?? 'free',
    isOptional: false,
    isSandboxValueFine: about.isSandboxValueFine ?? false,
    mayBePrivate,
    published,
  }
}

/** The same setting, but optional. */
export function optional<Value>(given: Setting<Value>): Setting<Value | null> {
  return { ...given, isOptional: true }
}

/**
 * Words and keys. Keys are sent in headers, which allow no character beyond Latin-1: a quotation mark pasted from a text is detected here.
 */
export function text(name: string, about: About & { shape?: { pattern: RegExp; words: string } }): Setting<string> {
  return setting(name, about, {
    kind: 'text',
    example: `own-${name.toLowerCase()}`,
    problemOf(given) {
      if (!/^[\u0020-\u007e\u00a0-\u00ff]+$/.test(given)) return 'holds a character that no key has'
      return about.shape && !about.shape.pattern.test(given) ? about.shape.words : null
    },
    parse: (given) => given,
  })
}

export function choice<const Value extends string>(name: string, about: About & { among: readonly Value[] }): Setting<Value> {
  return setting(name, about, {
    kind: 'choice',
    example: about.among[0] ?? '',
    problemOf: (given) =>
      about.among.some((value) => value === given) ? null : `must be one of ${about.among.join(', ')}, not '${given}'`,
    parse: (given) => given as Value,
  })
}

/** A count or a measure, with its smallest and largest value: see "Add a setting" in CONTRIBUTING.md. Whole, unless decimals make sense. */
export function number(name: string, about: About & { min: number; max: number; isDecimal?: true }): Setting<number> {
  const shape = about.isDecimal
    ? { pattern: /^[0-9]{1,9}(\.[0-9]{1,9})?$/, words: 'a number' }
    : { pattern: /^[0-9]{1,15}$/, words: 'a whole number' }
  return numberOf(name, { ...about, meaning: `${about.meaning}; ${about.min} to ${about.max}` }, shape)
}

export function port(name: string, about: About): Setting<number> {
  return numberOf(name, { ...about, min: 1, max: 65_535 }, { pattern: /^[0-9]{1,5}$/, words: 'a port number' })
}

function numberOf(name: string, about: About & { min: number; max: number }, shape: { pattern: RegExp; words: string }): Setting<number> {
  const { min, max } = about
  return setting(name, about, {
    kind: 'number',
    example: String(min),
    problemOf: (given) =>
      shape.pattern.test(given) && Number(given) >= min && Number(given) <= max
        ? null
        : `must be ${shape.words} from ${min} to ${max}, not '${given}'`,
    parse: Number,
  })
}
