import { contentPrefix, DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'
import { CONTENT_PACKAGES, isPackageName, type PackageName } from './package-names.ts'

/** The pageUrl of a package: '/recharge-translation' in English, '/sw/recharge-translation' otherwise (STATE-3). */
export function pageUrlOf(name: PackageName, language: Language): string {
  return `${'unprefixed' in CONTENT_PACKAGES[name] ? '' : contentPrefix(language)}/${name}`
}

/**
 * What a pageUrl asks for. English has no prefix; '/sw' stands for every other language, and the `lang` header names which one.
 */
export function packageOf(pageUrl: string, langHeader: Language | null): { name: PackageName; language: Language } | null {
  const [, prefix = '', name = ''] = /^(\/sw)?\/([A-Za-z0-9-]{1,60})$/.exec(pageUrl) ?? []
  if (!isPackageName(name)) return null
  if ('unprefixed' in CONTENT_PACKAGES[name]) return prefix ? null : { name, language: langHeader ?? DEFAULT_LANGUAGE }
  if (!prefix) return { name, language: 'en' }
  return { name, language: langHeader && langHeader !== 'en' ? langHeader : 'fr' }
}
