import { isPublished } from './published-values.ts'
import { PROVIDERS } from './providers.ts'
import type { Setting } from './setting.ts'

/**
 * Why the system behind a provider's values must be taken for a real one, as the end of a sentence; null where the values say that it is a test
 * system, or where nothing tells that it is not one.
 */
export function whyReal(
  name: keyof typeof PROVIDERS,
  values: Readonly<Record<string, unknown>>,
  mode: 'sandbox' | 'production',
): string | null {
  if (mode === 'production') return 'GUICHET_MODE is production'
  const settings = Object.entries<Setting<unknown>>(PROVIDERS[name].settings)
  const texts = settings.map(([field, setting]) => ({ setting, text: textOf(values[field]) }))
  if (texts.some(({ setting, text }) => setting.published.some((one) => isPublished(one, text)))) return null
  const live = texts.find(({ setting, text }) => text !== '' && (/_live_/i.test(text) || isHome(setting, text)))
  return live ? `${live.setting.name} is one of production` : null
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function isHome({ kind, unset }: Setting<unknown>, text: string): boolean {
  const home = kind === 'address' && typeof unset.production === 'string' ? URL.parse(unset.production)?.host : undefined
  return home !== undefined && URL.parse(text)?.host === home
}
