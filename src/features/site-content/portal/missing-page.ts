import { data } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { readContent, readPageMeta } from '#portal/texts.ts'

/** ROUTE-2: the about page with status 404, kept out of search engines. */
export async function missingPage(context: Readonly<RouterContextProvider>) {
  const [texts, meta] = await Promise.all([readContent(context, 'about-translation'), readPageMeta(context, '/page-not-found')])
  return data({ texts, meta }, { status: 404, headers: { 'x-robots-tag': 'noindex' } })
}

/** React Router passes a page's headers on only when the page says so. */
export function missingPageHeaders({ loaderHeaders }: { loaderHeaders: Headers }) {
  return loaderHeaders
}

export function missingPageTags(title: string | undefined) {
  return [{ title: title ?? '404' }, { name: 'robots', content: 'noindex' }]
}
