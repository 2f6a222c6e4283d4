import { API_PREFIX } from '#calls/addresses.ts'
import { KEEPABLE, KEPT_PACK, KEPT_PAGES, OFFLINE_PAGE, pageInstead, type PackRequest, type Unreached } from './offline-addresses.ts'

/** The platform's types for a worker. They conflict with those of a page in one TypeScript program. */
type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type Installing = Lasting & { addRoutes?(rule: { condition: object; source: string }): Promise<void> }
type Fetching = Lasting & {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
type Told = Lasting & { data: PackRequest | ''; ports: readonly MessagePort[] }
type OpenPage = { url: string; postMessage(message: Unreached, transfer: Transferable[]): void }
type KeepingWorker = {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; matchAll(options: { type: 'window'; includeUncontrolled?: true }): Promise<OpenPage[]> }
  registration: { waiting: { postMessage(message: string): void } | null; navigationPreload?: { enable(): Promise<void> } }
  cookieStore?: { get(name: string): Promise<{ value: string } | null> }
}

const worker = globalThis as unknown as KeepingWorker
const on = <Kind extends Event>(name: string, work: (event: Kind) => void) => addEventListener(name, work as (event: Event) => void)

/** Prepended to this file by the server: a changed offline page makes a new worker. */
declare const OFFLINE_VERSION: string
/** The banner above a stored page, as HTML. */
declare const KEPT_WORDS: Record<string, { copy: string; locale: string }>
const CACHE = `offline-${OFFLINE_VERSION}`

/** A page that does not answer in this time is gone. */
const ANSWER_MS = 500
const MAX_PAGES = 40
const NOTE_STYLE =
  'position:sticky;top:0;z-index:10;margin:0;padding:.75rem 1rem;background:var(--warn-soft);color:var(--warn);text-align:center;font-weight:600'

/** OFF-2: the worker sets this policy itself: whatever is in a cache, its scripts do not run and its forms post only to this origin. */
const KEPT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default worker"

/**
 * GEN-8: stores the offline page, and (OFF-1) visited information pages. It handles only page loads: files and calls bypass it, a page
 * comes from the network whenever there is one, and nothing is sent twice.
 */
on<Installing>('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request(OFFLINE_PAGE, { cache: 'reload' }))))
  // Static routing, where supported: the browser does not even start this worker for them.
  for (const urlPattern of ['/assets/*', `${API_PREFIX}/*`])
    event.addRoutes?.({ condition: { urlPattern }, source: 'network' }).catch(() => undefined)
  void takeOver()
})

on<Told>('message', (event) => {
  const { data, ports } = event
  if (data === '') void takeOver()
  else event.waitUntil(fetchPack(data, ports[0]))
})

/** OFF-3: a new version waits while a payment is open; the next page load afterwards activates it. */
async function takeOver(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!pages.some(({ url }) => new URL(url).pathname.startsWith('/payment'))) await worker.skipWaiting()
}

on<Lasting>('activate', (event) => {
  event.waitUntil(
    Promise.all([
      caches
        .keys()
        .then((names) =>
          Promise.all(names.filter((name) => ![CACHE, KEPT_PAGES, KEPT_PACK].includes(name)).map((name) => caches.delete(name))),
        ),
      // Navigation preload: the page is requested while this worker is still starting.
      worker.registration.navigationPreload?.enable(),
      worker.clients.claim(),
    ]),
  )
})

on<Fetching>('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(answer(event))
})

async function answer(event: Fetching): Promise<Response> {
  const { request, preloadResponse } = event
  const { pathname, search } = new URL(request.url)
  const isKeepable = request.method === 'GET' && search === '' && KEEPABLE.test(pathname)
  try {
    const response = (await preloadResponse) ?? (await fetch(request))
    if (isKeepable) event.waitUntil(keepSeen(pathname, response.clone()).catch(() => undefined))
    worker.registration.waiting?.postMessage('')
    return response
  } catch {
    const kept = isKeepable ? await keptPage(pathname).catch(() => null) : null
    if (kept) return kept
    const instead = request.method === 'GET' ? pageInstead(pathname) : null
    if (instead && (await keptCopy(instead.replace(/#.*/, '')).catch(() => null))) return Response.redirect(instead)
    // A response without content: the browser stays on its page.
    return (await isKept(request)) ? new Response(null, { status: 204 }) : offlinePage(request)
  }
}

type Keeping = { into: string; path: string; version?: string; isWanted?: () => boolean }

/** Returns whether it is stored now. */
async function keep(response: Response, { into, path, version = '', isWanted = () => true }: Keeping): Promise<boolean> {
  const said = (name: string) => response.headers.get(name) ?? ''
  const isPage = response.status === 200 && !response.redirected && said('content-type').startsWith('text/html')
  if (!isPage || said('cache-control').includes('no-store')) return false
  // What is announced today is not read tomorrow.
  const html = (await response.text()).replace(/<aside id="announcement".*?<\/aside>/s, '')
  const language = /<html lang="([a-z]{2,3})"/.exec(html)?.[1]
  if (!language) return false
  const cache = await caches.open(into)
  const name = `${path}?${language}`
  // The most recently visited page is last.
  await cache.delete(name)
  if (!isWanted()) return false
  await cache.put(name, new Response(html, { headers: { 'x-kept-at': String(Date.now()), 'x-version': version } }))
  return true
}

async function keepSeen(path: string, response: Response): Promise<void> {
  if (!(await keep(response, { into: KEPT_PAGES, path }))) return
  const cache = await caches.open(KEPT_PAGES)
  for (const oldest of (await cache.keys()).slice(0, -MAX_PAGES)) await cache.delete(oldest)
}

let stops = 0

/** OFF-5: one page after the other, so that a cut leaves whole ones; erasing meanwhile leaves nothing stored. */
async function fetchPack({ pack }: PackRequest, port: MessagePort | undefined): Promise<void> {
  if (pack.length === 0) stops += 1
  const before = stops
  const isWanted = () => stops === before
  for (const { path, version } of pack) {
    if (!KEEPABLE.test(path)) continue
    const isThere = await fetch(path)
      .then((response) => keep(response, { into: KEPT_PACK, path, version, isWanted }))
      .catch(() => false)
    port?.postMessage(isThere ? path : null)
    if (!isThere) return
  }
}

/** In the chosen language, or in the one that is stored. */
async function keptPage(path: string): Promise<Response | null> {
  const copy = await keptCopy(path)
  if (!copy) return null
  const { kept, language } = copy
  const at = new Date(Number(kept.headers.get('x-kept-at')))
  // In the colours of the page, by day and by night. It says that there is no network: the page's own strip would repeat it.
  const note = `<p role="status" style="${NOTE_STYLE}">${keptWords(at, language)}</p>`
  const html = (await kept.text()).replace('<main', (main) => note + main).replace(/ data-offline(?:="[a-z]*")?/, ' hidden')
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': KEPT_POLICY } })
}

/** The newer copy, when it was both visited and fetched on request. */
async function keptCopy(path: string): Promise<{ kept: Response; language: string } | null> {
  const chosen = (await worker.cookieStore?.get('lang'))?.value ?? ''
  for (const language of [chosen, ...Object.keys(KEPT_WORDS)]) {
    const copies = await Promise.all([KEPT_PAGES, KEPT_PACK].map((cacheName) => caches.match(`${path}?${language}`, { cacheName })))
    const age = (copy: Response) => Number(copy.headers.get('x-kept-at'))
    const [kept] = copies.filter((copy) => copy !== undefined).sort((one, other) => age(other) - age(one))
    if (kept) return { kept, language }
  }
  return null
}

function keptWords(at: Date, language: string): string {
  const { copy = '', locale } = KEPT_WORDS[language] ?? Object.values(KEPT_WORDS)[0] ?? {}
  const date = Number.isNaN(at.getTime())
    ? '?'
    : at.toLocaleString(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  return copy.replace('{date}', date)
}

/** Whether the page being left is still open and handles the failure. */
async function isKept({ url, method, referrer }: Request): Promise<boolean> {
  const pages = await worker.clients.matchAll({ type: 'window' })
  const here = pages.filter((page) => page.url.replace(/#.*/, '') === referrer)
  const answers = here.map(
    (page) =>
      new Promise<boolean>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => resolve(data === true)
        setTimeout(resolve, ANSWER_MS, false)
        page.postMessage({ unreached: url, isPost: method === 'POST' }, [port2])
      }),
  )
  return (await Promise.all(answers)).includes(true)
}

/** After a failed post the offline page leads back to the form; it never resends the post. */
async function offlinePage({ method }: Request): Promise<Response> {
  const kept = await caches.match(OFFLINE_PAGE)
  if (!kept || method === 'GET') return kept ?? Response.error()
  const html = (await kept.text()).replace('data-way="again"', 'data-way="back"')
  return new Response(html, { headers: kept.headers })
}
