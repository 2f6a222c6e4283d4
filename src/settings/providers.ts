import { CONSOLE } from './console-settings.ts'
import { GATEWAYS } from './gateways.ts'
import { MAP_SERVICES } from './map-services.ts'
import { OPERATOR_SYSTEMS } from './operator-systems.ts'
import type { Provider } from './provider.ts'
import type { SettingGroup } from './setting.ts'
import { USSD_ENDPOINTS } from './ussd-settings.ts'
import { WALLETS } from './wallets.ts'

/** All upstreams, one record each. */
export const PROVIDERS = { ...OPERATOR_SYSTEMS, ...GATEWAYS, ...WALLETS, ...MAP_SERVICES, ...USSD_ENDPOINTS, ...CONSOLE }

export const ALL_PROVIDERS: readonly Provider<SettingGroup>[] = Object.values(PROVIDERS)

/** Settings that PRIVATE_ADDRESSES may name. */
export const PRIVATE_CANDIDATES: readonly string[] = ALL_PROVIDERS.flatMap(({ settings }) => Object.values(settings))
  .filter(({ mayBePrivate }) => mayBePrivate)
  .map(({ name }) => name)
