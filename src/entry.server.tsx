import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { portalApi, surroundings } from '#portal/page-context.ts'

/** The server outside this bundle sets these, and a context is known by identity: it must use the bundle's own. */
export const pageContexts = { portalApi, surroundings, renderedHtml: new WeakMap<Response, string>() }

const RENDER_TIMEOUT_MS = 10_000

/** Renders the page whole: a finished page can be cached, compressed in one go and given a policy by hash. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  const { scriptMark } = context.get(surroundings)
  const html = await renderWhole(<ServerRouter context={routerContext} url={request.url} nonce={scriptMark} />, scriptMark)
  // The text is handed on as it is: through the body it would be encoded, streamed and decoded again.
  const response = new Response(null, { status, headers })
  pageContexts.renderedHtml.set(response, `<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/i, '')}`)
  return response
}

function renderWhole(page: React.ReactNode, nonce: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(Buffer.from(chunk))
        done()
      },
    })
    sink.on('finish', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(chunks).toString('utf8'))
    })
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: reject,
    })
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS)
  })
}

/** Expected failures of pages are answers; whatever else goes wrong while rendering is logged by the server around us. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) process.emitWarning(error instanceof Error ? error : String(error), 'PageError')
}
