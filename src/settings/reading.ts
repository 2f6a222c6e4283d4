import { isPlayed, type Provider } from './provider.ts'
import { isPublished } from './published-values.ts'
import { SettingProblem, type Mode, type Setting, type SettingGroup, type ValuesOf } from './setting.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads settings out of an environment. An empty text is no text: that is how container files leave something out. */
export type Reader = {
  group<Group extends SettingGroup>(group: Group): ValuesOf<Group>
  /** Null when it is off. */
  provider<Settings extends SettingGroup>(provider: Provider<Settings>): ValuesOf<Settings> | null
}

type Given = { env: Environment; mode: Mode; privateAddresses: readonly string[]; /** Of what others are made. */ known: SettingGroup }

export function openReader({ env, mode, privateAddresses, known }: Given): Reader {
  const byName = new Map(Object.values(known).map((setting) => [setting.name, setting]))

  function unsetText({ unset }: Setting<unknown>): string {
    const given = unset[mode]
    return typeof given === 'object' && given !== null ? given.make(textOfName) : (given ?? '')
  }

  function textOfName(name: string): string {
    const setting = byName.get(name)
    return env[name] || (setting ? unsetText(setting) : '')
  }

  const isSet = (setting: Setting<unknown>) => Boolean(env[setting.name]) && env[setting.name] !== unsetText(setting)

  function value<Value>(setting: Setting<Value>, missing: string): Value {
    const { name } = setting
    const own = env[name]
    if (own && mode === 'production' && setting.inProduction === 'refused')
      throw new SettingProblem(`${name} has no place in production: remove it`)
    if (!own && mode === 'production' && setting.inProduction === 'needed') throw new SettingProblem(`${name} must be set in production`)
    const text = own || unsetText(setting)
    // A setting whose default is empty has a value for the empty text: an empty list.
    if (!text && setting.unset[mode] !== '') {
      if (setting.isOptional) return null as Value
      throw new SettingProblem(`${name} ${missing}`)
    }
    const problem = problemOf(setting, text, { mode, isPrivate: privateAddresses.includes(name) })
    if (problem) throw new SettingProblem(`${name} ${problem}`)
    return setting.parse(text)
  }

  function values<Group extends SettingGroup>(group: Group, missing: string): ValuesOf<Group> {
    return Object.fromEntries(Object.entries(group).map(([field, setting]) => [field, value(setting, missing)])) as ValuesOf<Group>
  }

  return {
    group: (group) => values(group, 'must be set'),
    provider({ title, isNeeded, settings, check }) {
      const isAlwaysOn = isNeeded || (mode === 'sandbox' && isPlayed(settings))
      if (!isAlwaysOn && !Object.values(settings).some(isSet)) return null
      const read = values(settings, isNeeded ? 'must be set in production' : `must be set together with the other settings of ${title}`)
      const problem = check?.(read)
      if (problem) throw new SettingProblem(problem)
      return read
    },
  }
}

function problemOf(setting: Setting<unknown>, text: string, situation: { mode: Mode; isPrivate: boolean }): string | null {
  const problem = setting.problemOf(text, situation)
  if (problem || situation.mode === 'sandbox') return problem
  const published = setting.published.find((one) => isPublished(one, text))
  if (published) return `is a published test value, which production refuses: ${published.source}`
  const isSandboxValue = setting.kind === 'text' && !setting.isSandboxValueFine && text === setting.unset.sandbox
  return isSandboxValue ? 'is the value of the sandbox, which production refuses' : null
}
