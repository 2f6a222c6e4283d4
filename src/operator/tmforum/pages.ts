import type { OperatorProfile } from '../operator-profile.ts'
import type { JsonAnswer } from './answer.messages.ts'

type Paging = OperatorProfile['paging']

/** One page that was read, how many entries have been collected with it, and whether the page before it said that it would come. */
export type Page = {
  query: Readonly<Record<string, string>>
  length: number
  firstLength: number
  collected: number
  wasAnnounced: boolean
}

/** `isCertain`: the operator says that there is more. Else it is asked to make sure, and a refusal is the end. */
export type NextPage = { query: Record<string, string>; isCertain: boolean }

/** Servers that ignore `limit` send ten entries or more at once. */
const SMALLEST_CAP = 10

/**
 * The query of the next page, or null at the end. TMF630 specifies 206, Content-Range and Link, the v4 documents only X-Total-Count, and
 * deployments cap their pages without any. A total that the first page reaches may be the count of that page: it ends no list.
 */
export function nextPage({ status, headers }: JsonAnswer, page: Page, paging: Paging): NextPage | null {
  if (page.length === 0) return null
  const byOffset = { ...page.query, [paging.offset]: String(page.collected) }
  const links = headers.get('link')
  const linked = linkedQuery(links ?? '')
  if (linked) return { query: { ...byOffset, ...linked }, isCertain: true }
  const total = announced(headers, paging)
  const limit = Number(page.query[paging.limit])
  if (status === 206 || (total !== null && page.collected < total)) return { query: byOffset, isCertain: true }
  const isFull = page.length >= Math.min(page.firstLength, limit)
  const mayBeCut = isFull && page.length >= Math.min(SMALLEST_CAP, limit)
  return mayBeCut && !page.wasAnnounced && links === null ? { query: byOffset, isCertain: false } : null
}

/** How many entries the operator says that the whole list has. */
export function announced(headers: Headers, { totalHeader }: Paging): number | null {
  const total = headers.get(totalHeader) ?? /\/\s*([0-9]+)\s*$/.exec(headers.get('content-range') ?? '')?.[1]
  return total !== undefined && /^[0-9]{1,9}$/.test(total) ? Number(total) : null
}

/** The parameters of the next page: an offset, a page number or a cursor. Only they are used, never the address, so our key stays with us. */
function linkedQuery(link: string): Record<string, string> | null {
  for (const [, address = '', relations = ''] of link.matchAll(/<([^>]*)>\s*;[^<]*?\brel\s*=\s*"?([^",;]*)/gi)) {
    const [, query = ''] = /\?([^#]*)/.exec(address) ?? []
    if (relations.toLowerCase().split(/\s+/).includes('next')) return Object.fromEntries(new URLSearchParams(query))
  }
  return null
}
