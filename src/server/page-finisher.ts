import { hash, randomBytes } from 'node:crypto'
import { encodedBody } from './encoded-body.ts'
import { createPageCache, type FinishedPage } from './page-cache.ts'

export type Rendered = { response: Response; html: string; scriptMark: string }

/** Turns rendered HTML into what is sent, with the policy that fits it. */
export type FinishPage = (html: string, scriptMark: string) => { html: string; policy: string }

export type PageFinisher = {
  /** The mark for the next page's own scripts. It never leaves the house: finishing takes it out. */
  scriptMark(): string
  finish(rendered: Rendered, brotliQuality: number): FinishedPage
}

const MARK_LIFETIME_MS = 60_000
const MOST_PAGES = 200

/**
 * Finishing and compressing a page costs half as much as rendering it. Most visitors who have a visit, or came with a query, see the same page
 * as the one before them: what came out the same a moment ago is not finished again. So that it can be, the mark changes once a minute only.
 */
export function pageFinisher(finishPage: FinishPage, now: () => number = Date.now): PageFinisher {
  const pages = createPageCache({ mostPages: MOST_PAGES, lifetimeMs: MARK_LIFETIME_MS, now })
  let mark = { text: '', until: 0 }
  return {
    scriptMark() {
      if (now() >= mark.until) mark = { text: randomBytes(16).toString('hex'), until: now() + MARK_LIFETIME_MS }
      return mark.text
    },
    finish({ response, html, scriptMark }, brotliQuality) {
      const headers = keptHeaders(response)
      const key = [response.status, brotliQuality, scriptMark, JSON.stringify(headers), hash('sha256', html, 'base64url')].join('\n')
      const known = pages.get(key)
      if (known) return known
      const finished = finishPage(html, scriptMark)
      const bytes = Buffer.from(finished.html)
      const page: FinishedPage = {
        status: response.status,
        headers,
        policy: finished.policy,
        etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`,
        body: encodedBody(bytes, brotliQuality),
        answers: new Map(),
      }
      pages.set(key, page)
      return page
    },
  }
}

/** Cookies are one visitor's own; the length is that of the body as it was before. */
export function keptHeaders(response: Response): Record<string, string> {
  return Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie' && name !== 'content-length'))
}
