import { OPERATOR } from '#operator-record'
import { DEFAULT_LANGUAGE, localeOf, type Language } from '#shared/language.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'

type Words = Pick<
  ContentPackages['orp-translation'],
  'offlineTitle' | 'offlineText' | 'offlineCall' | 'offlineRetry' | `kept${'Title' | 'Help' | 'For' | 'Word'}`
> &
  Pick<ContentPackages['phone-translation'], 'pagesTitle' | 'receiptsTitle' | 'copyOf' | `pack${'Help' | 'Shops' | 'Tariffs' | 'Codes'}`>

/** GEN-8: the page that a phone stores for offline use: all languages, with everything it needs inline. */
export function offlineDocument(words: Readonly<Record<Language, Words>>, { style, script }: { style: string; script: string }): string {
  const parts = Object.entries(words).map(([language, own]) => part(language, own))
  return `<!DOCTYPE html><html lang="${DEFAULT_LANGUAGE}" data-way="again"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escaped(words[DEFAULT_LANGUAGE]?.offlineTitle ?? '')}</title><style>${style}</style></head><body><header><p>${escaped(OPERATOR.brand.name)}</p></header><main>${parts.join('')}</main><script>${script}</script></body></html>`
}

function part(language: Language, words: Words): string {
  const { offlineTitle, offlineText, offlineCall, offlineRetry } = words
  return `<section lang="${language}" data-language><h1>${escaped(offlineTitle)}</h1><p role="status">${escaped(offlineText)}</p><p>${withCall(offlineCall)}</p><button type="button">${escaped(offlineRetry)}</button>${keptTicket(words)}${keptCopies(words, localeOf(language))}${keptWays(words)}</section>`
}

/** The unpaid purchase; the page's script fills it from the phone's storage. */
function keptTicket({ keptTitle, keptHelp, keptFor, keptWord }: Pick<Words, `kept${string}` & keyof Words>): string {
  return `<div data-kept hidden><h2>${escaped(keptTitle)}</h2><p class="ticket"><span><small data-of="what"></small><b data-of="sum"></b> <span class="spoken">${escaped(keptFor)}</span><i aria-hidden="true">→</i> <b data-of="goal"></b></span><em>${escaped(keptWord)}</em></p><p>${escaped(keptHelp)}</p></div>`
}

/** OFF-5: receipts that the visitor saved; the page's script fills it from the phone's storage. */
function keptCopies({ receiptsTitle, copyOf }: Words, locale: string): string {
  return `<div data-receipts data-copy-of="${quoted(copyOf)}" data-locale="${locale}" hidden><h2>${escaped(receiptsTitle)}</h2><ul></ul></div>`
}

/** OFF-5: links to pages stored on the phone; the page's script shows them. An app on a home screen has no other way to them. */
function keptWays({ pagesTitle, packHelp, packShops, packTariffs, packCodes }: Words): string {
  const way = (path: string, words: string) => `<li hidden><a href="${path}">${escaped(words)}</a></li>`
  const ways = [way('/gethelp', packHelp), way('/storeLocator', packShops), way('/table', packTariffs), way('/gethelp/ussd', packCodes)]
  return `<div data-ways hidden><h2>${escaped(pagesTitle)}</h2><ul>${ways.join('')}</ul></div>`
}

/** Calling needs no internet. */
function withCall(text: string): string {
  const { care } = OPERATOR.brand
  return escaped(text).replace('{number}', `<a href="tel:${care}">${care}</a>`)
}

/** Escapes text for markup. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Escapes text for an attribute. */
function quoted(text: string): string {
  return escaped(text).replaceAll('"', '&quot;')
}
