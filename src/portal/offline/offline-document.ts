import { BRAND } from '#shared/brand.ts'
import type { ContentPackages } from '../texts/content-packages.ts'

type Words = Pick<ContentPackages['orp-translation'], 'offlineTitle' | 'offlineText' | 'offlineCall' | 'offlineRetry'>

/** GEN-8: the page that a phone keeps for when there is no network: both languages, with everything it needs inside. */
export function offlineDocument(words: { fr: Words; en: Words }, { style, script }: { style: string; script: string }): string {
  return `<!DOCTYPE html><html lang="fr" data-way="again"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escaped(words.fr.offlineTitle)}</title><style>${style}</style></head><body><header><p>${escaped(BRAND.name)}</p></header><main>${part('fr', words.fr)}${part('en', words.en)}</main><script>${script}</script></body></html>`
}

function part(language: 'fr' | 'en', { offlineTitle, offlineText, offlineCall, offlineRetry }: Words): string {
  return `<section lang="${language}" data-language><h1>${escaped(offlineTitle)}</h1><p role="status">${escaped(offlineText)}</p><p>${withCall(offlineCall)}</p><button type="button">${escaped(offlineRetry)}</button></section>`
}

/** Calling needs no internet. */
function withCall(text: string): string {
  const { supportNumber } = BRAND
  return escaped(text).replace('{number}', `<a href="tel:${supportNumber}">${supportNumber}</a>`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
