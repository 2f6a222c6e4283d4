import { OPERATOR } from '#operator-record'
import { DEFAULT_LANGUAGE, localeOf, type Language } from '#shared/language.ts'
import { languageName } from '#shared/language-review.ts'
import { WAITING_PAYMENTS_DIAL } from '#shared/waiting-payments-dial.ts'
import { DUNE } from '#shared/dune.ts'
import { DRAWING_BOX, SILENT_MAST } from '#portal/ui/signs/drawings.ts'
import { PADLOCK } from '#portal/ui/signs/signs.ts'
import { SIGNPOSTS } from '#portal/ui/signs/signposts.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'

type Words = Pick<
  ContentPackages['orp-translation'],
  | 'offlineTitle'
  | 'offlineText'
  | 'offlineRetry'
  | 'offlineCan'
  | 'offlineDial'
  | 'offlineDialHint'
  | 'offlineCare'
  | `kept${'Title' | 'Help' | 'For' | 'Word'}`
> &
  Pick<ContentPackages['phone-translation'], 'pagesTitle' | 'receiptsTitle' | 'copyOf' | `pack${'Help' | 'Shops' | 'Tariffs' | 'Codes'}`>

/** GEN-8: the page that a phone stores for offline use: all languages, with everything it needs inline. Its script shows one of them. */
export function offlineDocument(words: Readonly<Record<Language, Words>>, { style, script }: { style: string; script: string }): string {
  const languages = Object.keys(words)
  const parts = Object.entries(words).map(([language, own]) => part(language, own))
  const title = escaped(words[DEFAULT_LANGUAGE]?.offlineTitle ?? '')
  return `<!DOCTYPE html><html lang="${DEFAULT_LANGUAGE}" data-way="again"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><header><p>${logo()}<b>${escaped(OPERATOR.brand.name)}</b>${languages.map(languageButton).join('')}</p></header><main>${parts.join('')}</main><script>${script}</script></body></html>`
}

function logo(): string {
  const { viewBox, shapes } = OPERATOR.look.logo
  return `<svg viewBox="${viewBox}" width="34" height="34" aria-hidden="true">${shapes}</svg>`
}

/** Without a network the language changes on the page itself. */
function languageButton(language: Language): string {
  return `<button type="button" lang="${language}" data-to hidden>${escaped(languageName(language))}</button>`
}

function part(language: Language, words: Words): string {
  const { offlineTitle, offlineText, offlineRetry } = words
  return `<section lang="${language}" data-language><div class="sky"><h1>${escaped(offlineTitle)}</h1></div><svg class="dune" viewBox="${DUNE.box}" preserveAspectRatio="none" aria-hidden="true"><path d="${DUNE.path}"/></svg><div class="body"><div class="card"><svg class="drawing" viewBox="${DRAWING_BOX}" aria-hidden="true">${SILENT_MAST}</svg><p role="status">${escaped(offlineText)}</p><button type="button">${escaped(offlineRetry)}</button></div>${keptTicket(words)}${canDo(words)}${keptCopies(words, localeOf(language))}${keptWays(words)}</div></section>`
}

/** The unpaid purchase; the page's script fills it from the phone's storage. */
function keptTicket({ keptTitle, keptHelp, keptFor, keptWord }: Pick<Words, `kept${string}` & keyof Words>): string {
  return `<div data-kept hidden><h2>${escaped(keptTitle)}</h2><p class="ticket"><span><small data-of="what"></small><b data-of="sum"></b> <span class="spoken">${escaped(keptFor)}</span><i aria-hidden="true">→</i> <b data-of="goal"></b></span><em>${sign(PADLOCK)}${escaped(keptWord)}</em></p><p>${escaped(keptHelp)}</p></div>`
}

/** What needs no internet: the code of the wallet, and a call. */
function canDo({ offlineCan, offlineDial, offlineDialHint, offlineCare }: Words): string {
  const { care } = OPERATOR.brand
  const dial = [WAITING_PAYMENTS_DIAL, offlineDial, offlineDialHint] as const
  const rows = [dial, [care, offlineCare, ''] as const].map(
    ([number, words, hint]) =>
      `<li><a href="tel:${encodeURIComponent(number)}">${sign(SIGNPOSTS.call)}<span>${escaped(words).replace('{number}', `<b>${number}</b>`)}${hint && `<small>${escaped(hint)}</small>`}</span></a></li>`,
  )
  return `<h2>${escaped(offlineCan)}</h2><ul class="rows">${rows.join('')}</ul>`
}

function sign(path: string): string {
  return `<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`
}

/** OFF-5: receipts that the visitor saved; the page's script fills it from the phone's storage. */
function keptCopies({ receiptsTitle, copyOf }: Words, locale: string): string {
  return `<div data-receipts data-copy-of="${quoted(copyOf)}" data-locale="${locale}" hidden><h2>${escaped(receiptsTitle)}</h2><ul></ul></div>`
}

/** OFF-5: links to pages stored on the phone; the page's script shows them. An app on a home screen has no other way to them. */
function keptWays({ pagesTitle, packHelp, packShops, packTariffs, packCodes }: Words): string {
  const way = (path: string, words: string) => `<li hidden><a href="${path}">${escaped(words)}</a></li>`
  const ways = [way('/gethelp', packHelp), way('/storeLocator', packShops), way('/table', packTariffs), way('/gethelp/ussd', packCodes)]
  return `<div data-ways hidden><h2>${escaped(pagesTitle)}</h2><ul class="rows">${ways.join('')}</ul></div>`
}

/** Escapes text for markup. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Escapes text for an attribute. */
function quoted(text: string): string {
  return escaped(text).replaceAll('"', '&quot;')
}
