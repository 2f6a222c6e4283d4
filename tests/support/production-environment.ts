import { ALL_PROVIDERS, PROVIDERS } from '#settings/providers.ts'
import type { SettingGroup } from '#settings/setting.ts'
import { SETTING_GROUPS } from '#settings/settings.ts'

export type ProviderName = keyof typeof PROVIDERS

type Environment = Record<string, string>

/** What production needs at least, from the examples of the records. */
export function productionEnvironment(more: Environment = {}): Environment {
  const groups: SettingGroup[] = [
    ...Object.values(SETTING_GROUPS),
    ...ALL_PROVIDERS.filter(({ isNeeded }) => isNeeded).map(({ settings }) => settings),
  ]
  const needed = groups
    .flatMap((group) => Object.values(group))
    .filter(({ inProduction, unset, isOptional }) => {
      return inProduction === 'needed' || (inProduction === 'free' && unset.production === null && !isOptional)
    })
  return { GUICHET_MODE: 'production', ...examplesOf(needed), ...credentials, ...more }
}

/** The operator's profile decides which of them are needed: these are for the one that nobody has to set. */
const credentials = { OPERATOR_CLIENT_ID: 'portal', OPERATOR_CLIENT_SECRET: 'own-secret' }

/** A provider with everything set; one whose settings exclude each other gives several. */
export function providerEnvironments(name: ProviderName): Environment[] {
  const all = examplesOf(Object.values(PROVIDERS[name].settings))
  const without = ALTERNATIVES[name] ?? [[]]
  return without.map((names) => Object.fromEntries(Object.entries(all).filter(([one]) => !names.includes(one))))
}

/** What must be left out so that the rest goes together. */
const ALTERNATIVES: Partial<Record<ProviderName, string[][]>> = { tiles: [['MAP_TILES_FILE'], ['MAP_TILES_URL']] }

function examplesOf(settings: SettingGroup[string][]): Environment {
  return Object.fromEntries(settings.map(({ name, example }) => [name, example]))
}
