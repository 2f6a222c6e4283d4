import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Frame } from '../card-gateways/card-gateway.ts'
import { sendBarePage } from '../card-gateways/pay-page.ts'
import { operation } from '../simulators/simulator.ts'
import { acceptForms, textField } from '../pages/forms.ts'
import { html } from '../pages/html.ts'
import type { World } from '../world/world.ts'
import { customerOf } from './paystack-answers.ts'
import { PAYSTACK_PUBLIC_KEY, readInitialize } from './paystack-requests.ts'
import type { Transaction, Transactions } from './paystack-transactions.ts'
import { DEFAULT_LANGUAGE } from '../operator.ts'

const BASE = '/sandbox/paystack'
const INLINE_SCRIPT = readFileSync(new URL('./inline.js', import.meta.url), 'utf8')
const POPUP_SCRIPT = readFileSync(new URL('./popup.js', import.meta.url), 'utf8')

/** Messages of the frame to its parent page (inline-js 2.22.2). */
export type PopupMessage =
  | { event: 'loaded:checkout' }
  | { event: 'loaded:transaction'; data: { id: number; customer: object; accessCode: string } }
  | { event: 'success'; data: { id: number; reference: string; message: string; status: 'success'; trans: string; trxref: string } }
  | { event: 'cancel'; data: { status?: string } }
  | { event: 'error'; data: { type: 'setup'; message: string } }

export function loadedTransaction({ id, accessCode, ...transaction }: Transaction): PopupMessage {
  return { event: 'loaded:transaction', data: { id, customer: customerOf({ id, accessCode, ...transaction }), accessCode } }
}

export function succeeded({ id, reference }: Transaction): PopupMessage {
  return { event: 'success', data: { id, reference, message: 'Approved', status: 'success', trans: String(id), trxref: reference } }
}

/** Only the portal's pages may embed this frame and receive its messages. */
export function frameThatSays(world: World, says: PopupMessage): Frame {
  const portal = new URL(world.portal.url).origin
  return {
    script: POPUP_SCRIPT,
    framedBy: portal,
    attributes: html`data-portal="${portal}" data-base="${BASE}" data-says="${JSON.stringify(says)}"
    ${says.event === 'loaded:checkout' && html`data-waits`}`,
  }
}

/** An empty frame that only posts a message. */
export function sendPopupMessage(reply: FastifyReply, world: World, says: PopupMessage): FastifyReply {
  const { script, framedBy, attributes } = frameThatSays(world, says)
  return sendBarePage(
    reply,
    { world, lang: DEFAULT_LANGUAGE },
    {
      title: 'Paystack',
      path: `${BASE}/popup`,
      body: html`<main class="pay in-popup" ${attributes}></main>`,
      script,
      framedBy,
    },
  )
}

export async function registerPopup(
  app: FastifyInstance,
  { world, transactions }: { world: World; transactions: Transactions },
): Promise<void> {
  await app.register(async (scope) => {
    acceptForms(scope)
    scope.get(`${BASE}/v2/inline.js`, operation('inline-script'), async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('x-content-type-options', 'nosniff')
        .send(INLINE_SCRIPT),
    )

    scope.get(`${BASE}/popup`, operation('popup'), async (_request, reply) => sendPopupMessage(reply, world, { event: 'loaded:checkout' }))

    // newTransaction without an access code: the browser itself begins the transaction, with the public key.
    scope.post(`${BASE}/popup`, operation('popup-transaction'), async (request, reply) => {
      const key = textField(request.body, 'key')
      if (key !== PAYSTACK_PUBLIC_KEY)
        return sendPopupMessage(reply, world, { event: 'error', data: { type: 'setup', message: 'Invalid key' } })
      const { ref, ...fields } = request.body as Record<string, string>
      const read = readInitialize({ ...fields, reference: ref }, transactions)
      if (read.kind === 'refused') {
        return sendPopupMessage(reply, world, { event: 'error', data: { type: 'setup', message: read.error.message } })
      }
      return reply.redirect(`${BASE}/checkout/${transactions.create(read.value, {}).accessCode}?popup=1`, 303)
    })
  })
}
