import type { SettingGroup, Unset, ValuesOf } from './setting.ts'

/** An upstream that the portal calls, and all that must be known for it. */
export type Provider<Settings extends SettingGroup> = {
  title: string
  meaning: string
  /** Production does not start without it. */
  isNeeded: boolean
  settings: Settings
  /** Checks across several settings; each problem is a sentence that begins with a setting's name. */
  check?(values: ValuesOf<Settings>): string | null
}

type Given<Settings extends SettingGroup> = Omit<Provider<Settings>, 'isNeeded'> & { isNeeded?: true }

/** An upstream that the portal can be connected to. */
export function provider<Settings extends SettingGroup>(given: Given<Settings>): Provider<Settings> {
  return { ...given, isNeeded: given.isNeeded ?? false }
}

/** The sandbox simulates it: every setting it needs has a value there. */
export function isPlayed(settings: SettingGroup): boolean {
  return Object.values(settings).every(({ isOptional, unset }) => isOptional || unset.sandbox !== null)
}

/** An address of the sandbox, wherever that is. */
export function inSandbox(path: string): Unset {
  return { words: 'the sandbox', make: (textOf) => new URL(path, textOf('SANDBOX_URL')).href }
}
