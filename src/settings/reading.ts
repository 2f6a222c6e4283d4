import { isPlayed, type Provider } from './provider.ts'
import { isPublished } from './published-values.ts'
import type { Mode, Setting, SettingGroup, ValuesOf } from './setting.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Problems, one sentence per setting, by the setting's name and in the order in which they were found. */
export type Problems = Map<string, string>

/**
 * Reads settings from an environment. An empty text counts as unset: that is how container files omit a value. Problems go into `problems`,
 * and reading continues; the values are valid only without problems.
 */
export type Reader = {
  group<Group extends SettingGroup>(group: Group): ValuesOf<Group>
  /** Null when it is off. */
  provider<Settings extends SettingGroup>(provider: Provider<Settings>): ValuesOf<Settings> | null
}

type Given = {
  env: Environment
  mode: Mode
  /** Test systems are declared: the sandbox simulates only what is set. */
  hasTestSystems?: boolean
  privateAddresses: readonly string[]
  /** Values of the settings that a default is derived from. */
  known: SettingGroup
  problems: Problems
}

/** A default derived from a wrong setting: only that setting is named. */
class MadeOfWrong extends Error {}

export function createSettingReader({ env, mode, hasTestSystems = false, privateAddresses, known, problems }: Given): Reader {
  const byName = new Map(Object.values(known).map((setting) => [setting.name, setting]))

  /** Null when it is derived from a wrong setting. */
  function unsetText({ unset }: Setting<unknown>): string | null {
    const given = unset[mode]
    if (typeof given !== 'object' || given === null) return given ?? ''
    try {
      return given.make(textOfName)
    } catch (error) {
      if (error instanceof MadeOfWrong) return null
      throw error
    }
  }

  function textOfName(name: string): string {
    const setting = byName.get(name)
    const text = problems.has(name) ? null : env[name] || (setting ? unsetText(setting) : '')
    if (text === null) throw new MadeOfWrong()
    return text
  }

  const isSet = (setting: Setting<unknown>) => Boolean(env[setting.name]) && env[setting.name] !== unsetText(setting)

  function problemWith(setting: Setting<unknown>, text: string, missing: string): string | null {
    const own = env[setting.name]
    if (own && mode === 'production' && setting.inProduction === 'refused') return 'has no place in production: remove it'
    if (!own && mode === 'production' && setting.inProduction === 'needed') return 'must be set in production'
    const wrapped = own ? wrappingOf(own) : null
    if (wrapped) return wrapped
    if (isAbsent(setting, text)) return setting.isOptional ? null : missing
    return problemOf(setting, text, { mode, isPrivate: privateAddresses.includes(setting.name) })
  }

  // A setting whose default is empty has a value for the empty text: an empty list.
  const isAbsent = (setting: Setting<unknown>, text: string) => !text && setting.unset[mode] !== ''

  function value<Value>(setting: Setting<Value>, missing: string): Value {
    const text = env[setting.name] || unsetText(setting)
    const problem = text === null ? null : problemWith(setting, text, missing)
    if (problem && !problems.has(setting.name)) problems.set(setting.name, `${setting.name} ${problem}`)
    return text === null || problem || isAbsent(setting, text) ? (null as Value) : setting.parse(text)
  }

  function values<Group extends SettingGroup>(group: Group, missing: string): ValuesOf<Group> {
    return Object.fromEntries(Object.entries(group).map(([field, setting]) => [field, value(setting, missing)])) as ValuesOf<Group>
  }

  return {
    group: (group) => values(group, 'must be set'),
    provider({ title, isNeeded, settings, check }) {
      const isAlwaysOn = isNeeded || (mode === 'sandbox' && !hasTestSystems && isPlayed(settings))
      const isMeant = hasTestSystems ? ({ name }: Setting<unknown>) => Boolean(env[name]) : isSet
      if (!isAlwaysOn && !Object.values(settings).some(isMeant)) return null
      const read = values(settings, isNeeded ? 'must be set in production' : `must be set together with the other settings of ${title}`)
      if (Object.values(settings).some(({ name }) => problems.has(name))) return read
      const problem = check?.(read)
      if (problem) problems.set(problem.split(' ')[0] ?? title, problem)
      return read
    },
  }
}

/** Quotes or blanks left by a shell or a container file: no setting has them, and a key that contains them fails far from here. */
function wrappingOf(given: string): string | null {
  if (given !== given.trim()) return 'must not begin or end with a blank, a tab or a line end'
  return /^(["'`“”„‘’«»]).*["'`“”„‘’«»]$/su.test(given) ? 'must not stand in quotation marks' : null
}

function problemOf(setting: Setting<unknown>, text: string, situation: { mode: Mode; isPrivate: boolean }): string | null {
  const problem = setting.problemOf(text, situation)
  if (problem || situation.mode === 'sandbox') return problem
  const published = setting.published.find((one) => isPublished(one, text))
  if (published) return `is a published test value, which production refuses: ${published.source}`
  const { sandbox } = setting.unset
  // Compared case-insensitively.
  const isSame = typeof sandbox === 'string' && text.toLowerCase() === sandbox.toLowerCase()
  const isSandboxValue = setting.kind === 'text' && !setting.isSandboxValueFine && isSame
  return isSandboxValue ? 'is the value of the sandbox, which production refuses' : null
}
