import { ALL_PROVIDERS, PROVIDERS } from '#settings/providers.ts'
import { CONNECTORS, connectorIds } from '#shared/connector-table.ts'
import { unverifiedFacts } from '#shared/money-facts.ts'
import type { SettingGroup } from '#settings/setting.ts'
import { SETTING_GROUPS } from '#settings/settings.ts'
import { certificateFiles } from './test-certificate.ts'

export type ProviderName = keyof typeof PROVIDERS

type Environment = Record<string, string>

/** The minimal production settings, from the examples of the records. */
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
  // The default operator is fictional.
  return { GUICHET_MODE: 'production', GUICHET_DEMONSTRATION: 'yes', ...examplesOf(needed), ...credentials, ...more }
}

/** The operator's profile decides which are required: these are for the default profile. */
const credentials = { OPERATOR_CLIENT_ID: 'portal', OPERATOR_CLIENT_SECRET: 'own-secret' }

/** A provider with all settings; one with exclusive settings gives several. */
export function providerEnvironments(name: ProviderName): Environment[] {
  const all = examplesOf(Object.values(PROVIDERS[name].settings))
  const without = ALTERNATIVES[name] ?? [[]]
  return without.map((names) => ({
    ...Object.fromEntries(Object.entries(all).filter(([one]) => !names.includes(one))),
    ...confirmed(name),
  }))
}

/** What the provider has to confirm first: production refuses it otherwise. */
function confirmed(name: ProviderName): Environment {
  const facts = unverifiedFacts(connectorIds().filter((id) => CONNECTORS[id].settings === name))
  return facts.length === 0 ? {} : { CONFIRMED_FACTS: facts.join(',') }
}

/** Settings to omit so that the rest is consistent. */
const ALTERNATIVES: Partial<Record<ProviderName, string[][]>> = { tiles: [['MAP_TILES_FILE'], ['MAP_TILES_URL']] }

const { certificate, key } = certificateFiles()
/** Files that production reads at start. */
const FILES: Environment = { PISPI_CLIENT_CERT_FILE: certificate, PISPI_CLIENT_KEY_FILE: key, PISPI_CA_FILE: certificate }

function examplesOf(settings: SettingGroup[string][]): Environment {
  return Object.fromEntries(settings.map(({ name, example }) => [name, FILES[name] ?? example]))
}
