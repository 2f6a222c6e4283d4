import { API_PREFIX } from '#calls/island-calls.ts'
import { OFFLINE_PAGE, type Unreached } from './offline-addresses.ts'

/** What the platform gives a worker. Its types and those of a page do not go into one program. */
type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type Installing = Lasting & { addRoutes?(rule: { condition: object; source: string }): Promise<void> }
type Fetching = Event & { request: Request; preloadResponse?: Promise<Response | undefined>; respondWith(answer: Promise<Response>): void }
type OpenPage = { url: string; postMessage(message: Unreached, transfer: Transferable[]): void }
type KeepingWorker = {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; matchAll(options: { type: 'window' }): Promise<OpenPage[]> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
}

const worker = globalThis as unknown as KeepingWorker
const on = <Kind extends Event>(name: string, work: (event: Kind) => void) => addEventListener(name, work as (event: Event) => void)

/** Written before this file by whoever serves it: another page is another worker. */
declare const OFFLINE_VERSION: string
const CACHE = `offline-${OFFLINE_VERSION}`

/** A page that does not answer by then is not there any more. */
const ANSWER_MS = 500

/**
 * GEN-8: keeps one page, ours for when there is no network, and touches nothing but the loading of pages: files and calls pass by, nothing else
 * is kept, and nothing is sent twice.
 */
on<Installing>('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request(OFFLINE_PAGE, { cache: 'reload' }))))
  // Where the browser can be told, it does not even wake this worker for them.
  for (const urlPattern of ['/assets/*', `${API_PREFIX}/*`])
    event.addRoutes?.({ condition: { urlPattern }, source: 'network' }).catch(() => undefined)
  void worker.skipWaiting()
})

on<Lasting>('activate', (event) => {
  event.waitUntil(
    Promise.all([
      caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))),
      // The page is asked for while this worker is still starting.
      worker.registration.navigationPreload?.enable(),
      worker.clients.claim(),
    ]),
  )
})

on<Fetching>('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(answer(event))
})

async function answer({ request, preloadResponse }: Fetching): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    // An answer without content: the browser stays where it is.
    return (await isKept(request)) ? new Response(null, { status: 204 }) : offlinePage(request)
  }
}

/** Whether the page that was about to be left is still there and takes care of it. */
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

/** After a post the way is back to the form; it is never sent again from here. */
async function offlinePage({ method }: Request): Promise<Response> {
  const kept = await caches.match(OFFLINE_PAGE)
  if (!kept || method === 'GET') return kept ?? Response.error()
  const html = (await kept.text()).replace('data-way="again"', 'data-way="back"')
  return new Response(html, { headers: kept.headers })
}
