import type { Provider } from './provider.ts'
import { PROVIDERS } from './providers.ts'
import type { SettingGroup } from './setting.ts'
import type { Settings } from './settings.ts'

/** Names of settings whose values must not leave the operator; a client's id or a merchant's number is no secret. */
const SECRET_NAME = /SECRET|PASSWORD|PASSKEY|TOKEN|_KEY$/

/** Too short to be told from other text. */
const SHORTEST = 4

/** Every secret of these settings, for masks. */
export function secretValues(settings: Settings): string[] {
  const { outside, gateways, wallets, ussd, secret, secretBefore, databaseUrl } = settings
  const read: Readonly<Record<string, unknown>> = { ...outside, ...gateways, ...wallets, ussd: ussd?.http, ussdSmpp: ussd?.smpp }
  const ofProviders = Object.entries<Provider<SettingGroup>>(PROVIDERS).flatMap(([provider, { settings: group }]) => {
    const values: Record<string, unknown> = Object(read[provider])
    return Object.entries(group)
      .filter(([, { name }]) => SECRET_NAME.test(name))
      .map(([field]) => values[field])
  })
  return [...ofProviders, secret, secretBefore, databaseUrl].filter(
    (value): value is string => typeof value === 'string' && value.length >= SHORTEST,
  )
}
