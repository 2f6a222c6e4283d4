import type { SettingGroup, Unset, ValuesOf } from './setting.ts'

/** Somebody outside whom the portal calls, and all that must be known for it. */
export type Provider<Settings extends SettingGroup> = {
  title: string
  meaning: string
  /** Production does not start without it. */
  isNeeded: boolean
  settings: Settings
  /** What no single setting can tell, as a sentence that begins with the name of one. */
  check?(values: ValuesOf<Settings>): string | null
}

type Given<Settings extends SettingGroup> = Omit<Provider<Settings>, 'isNeeded'> & { isNeeded?: true }

/** Something outside that the portal can be connected to. */
export function provider<Settings extends SettingGroup>(given: Given<Settings>): Provider<Settings> {
  return { ...given, isNeeded: given.isNeeded ?? false }
}

/** The sandbox plays it: everything it needs has a value there. */
export function isPlayed(settings: SettingGroup): boolean {
  return Object.values(settings).every(({ isOptional, unset }) => isOptional || unset.sandbox !== null)
}

/** An address of the sandbox, wherever that is. */
export function inSandbox(path: string): Unset {
  return { words: 'the sandbox', make: (textOf) => new URL(path, textOf('SANDBOX_URL')).href }
}
