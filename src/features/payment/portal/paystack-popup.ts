import type { ConnectorId } from '#shared/connector-table.ts'

/** CARD-2: the connector whose checkout may open in a frame over our page, according to the table. */
export const POPUP_GATEWAY: ConnectorId = 'paystack'

/** Input of the gateway's frame. `payPage` is the fallback for a browser that cannot show it. */
export type PopupStart = { accessCode: string; payPage: string }

export type PopupEnd = 'paid' | 'cancelled' | 'failed'

/** The value that the gateway's own script recommends: a frame not loaded by then is replaced by the plain page. */
const LOAD_LIMIT_MS = 10_000

type Message = { event?: unknown; data?: { type?: unknown } }

/**
 * CARD-2: the gateway's checkout in a frame over the page, with the messages of its own script (@paystack/inline-js 2.22.2). That script is
 * 31 KB and builds markup from text, which our pages forbid (docs/decisions/0018-paystack-popup.md). Messages of the frame change no state:
 * the gateway is queried.
 */
export function openPopup({ accessCode, payPage }: PopupStart, title: string): Promise<PopupEnd> {
  const address = popupAddress(payPage)
  const opener = document.activeElement
  const frame = makeFrame(address, title)
  const tell = (message: unknown) => frame.contentWindow?.postMessage(message, address.origin)

  return new Promise((resolve) => {
    const end = (how: PopupEnd) => {
      clearTimeout(timer)
      window.removeEventListener('message', hear)
      frame.remove()
      if (opener instanceof HTMLElement) opener.focus()
      resolve(how)
    }
    const timer = setTimeout(() => end('failed'), LOAD_LIMIT_MS)

    function hear({ source, origin, data: message }: MessageEvent<Message | null>) {
      if (source !== frame.contentWindow || origin !== address.origin) return
      switch (message?.event) {
        case 'loaded:checkout':
          return tell({ type: 'inline:url', path: 'newTransaction', params: { accessCode } })
        case 'loaded:transaction':
          clearTimeout(timer)
          tell('render')
          frame.style.visibility = 'visible'
          return frame.focus()
        case 'success':
          return end('paid')
        case 'cancel':
        case 'close':
          return end('cancelled')
        case 'error':
          return message.data?.type === 'setup' ? end('failed') : undefined
        default:
          return undefined
      }
    }
    window.addEventListener('message', hear)
    document.body.append(frame)
  })
}

/** The frame is next to the pay page: at the root of the gateway's origin, below the gateway's folder in the sandbox. */
function popupAddress(payPage: string): URL {
  const folder = /^\/sandbox\/paystack\//.exec(new URL(payPage).pathname)?.[0] ?? '/'
  return new URL(`${folder}popup`, payPage)
}

function makeFrame(address: URL, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.src = address.href
  frame.title = title
  frame.allow = 'payment; clipboard-read; clipboard-write'
  Object.assign(frame.style, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    border: '0',
    zIndex: '1000',
    visibility: 'hidden',
  })
  return frame
}
