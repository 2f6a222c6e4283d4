import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#shared/language.ts'
import { DEFAULT_LANGUAGE } from '#shared/operator.ts'
import type { PackageName } from '../content-packages.ts'

/** What ships: a folder for each language. */
export const CONTENT_FOLDER = join(import.meta.dirname, '../../../../content')

const SHIPPED: ReadonlySet<string> = new Set(readdirSync(join(CONTENT_FOLDER, 'en')).map((file) => file.replace(/\.json$/, '')))

export function isPackageName(text: string): text is PackageName {
  return SHIPPED.has(text)
}

export const PACKAGE_NAMES: readonly PackageName[] = [...SHIPPED].filter(isPackageName)

/** Asked for without the language prefix: the `lang` header decides. */
const UNPREFIXED: ReadonlySet<PackageName> = new Set<PackageName>([
  'meta-data-config',
  'privacy-policy-config',
  'lead-status-config',
  'product-config',
  'city-config',
  'ussd-config',
])

/**
 * What a pageUrl asks for. English has no prefix; '/sw' stands for every other language, and the `lang` header names which one (STATE-3).
 */
export function packageOf(pageUrl: string, langHeader: Language | null): { name: PackageName; language: Language } | null {
  const [, prefix = '', name = ''] = /^(\/sw)?\/([A-Za-z0-9-]{1,60})$/.exec(pageUrl) ?? []
  if (!isPackageName(name)) return null
  if (UNPREFIXED.has(name)) return prefix ? null : { name, language: langHeader ?? DEFAULT_LANGUAGE }
  if (!prefix) return { name, language: 'en' }
  return { name, language: langHeader && langHeader !== 'en' ? langHeader : 'fr' }
}
