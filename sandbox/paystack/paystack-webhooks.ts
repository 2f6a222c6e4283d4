import { createHmac } from 'node:crypto'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { Notice } from '../world/notices.ts'
import type { World } from '../world/world.ts'
import { PAYSTACK_SECRET_KEY } from './paystack-requests.ts'
import { sparseEvent } from './paystack-sparse.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const TIMEOUT_MS = 30_000
/** Live: every 3 minutes four times, then hourly for 72 hours. Here the hourly part ends after six. */
const WAITS_MS = [...Array.from({ length: 4 }, () => 3 * MINUTE_MS), ...Array.from({ length: 6 }, () => HOUR_MS)]
/** By then the browser is back at the portal. */
const AFTER_MS = 500

export type PaystackEvent = {
  event: 'charge.success' | 'refund.pending' | 'refund.processing' | 'refund.processed' | 'refund.failed' | 'refund.needs-attention'
  data: object
}

/** The bytes are signed as they go out, and every repeat carries the same ones. */
export async function sendWebhook(world: World, event: PaystackEvent, faults: WebhookEffects = {}): Promise<void> {
  const body = JSON.stringify(world.dialects.of('paystack') === 'sparse' ? sparseEvent(event) : event)
  const notice: Notice = {
    face: 'paystack',
    method: 'POST',
    url: world.portal.onFile('paystack'),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Paystack/2.0 (sandbox)',
      'x-paystack-signature': createHmac('sha512', PAYSTACK_SECRET_KEY).update(body).digest('hex'),
    },
    body,
    retry: { waitsMs: WAITS_MS },
    timeoutMs: TIMEOUT_MS,
  }
  await world.notices.send(notice, { afterMs: AFTER_MS, faults })
}
