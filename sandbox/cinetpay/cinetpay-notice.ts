import { createHmac } from 'node:crypto'
import type { WebhookEffects } from '../simulators/fault-rules.ts'
import type { World } from '../world/world.ts'
import { CINETPAY_SECRET_KEY, CINETPAY_SITE_ID } from './cinetpay-request.ts'
import { STATES, type CinetpayTransaction } from './cinetpay-transactions.ts'

const RETRY = { times: 5, everyMs: 60_000 }
const AFTER_MS = 500

/** The address is tried before anybody pays. */
export async function tryAddress(world: World, { notifyUrl }: CinetpayTransaction): Promise<void> {
  await world.notices.send({ face: 'cinetpay', method: 'GET', url: notifyUrl, retry: { times: 0, everyMs: 0 } })
}

/** After every change, whatever it is. The fields in the order in which they are signed. */
export async function sendNotice(world: World, transaction: CinetpayTransaction, faults: WebhookEffects): Promise<void> {
  const fields: [string, string][] = [
    ['cpm_site_id', CINETPAY_SITE_ID],
    ['cpm_trans_id', transaction.transactionId],
    ['cpm_trans_date', new Date(transaction.createdAt).toISOString().slice(0, 19).replace('T', ' ')],
    ['cpm_amount', String(transaction.amount)],
    ['cpm_currency', transaction.currency],
    ['signature', transaction.token.slice(0, 40)],
    ['payment_method', 'VISAM'],
    ['cel_phone_num', ''],
    ['cpm_phone_prefixe', ''],
    ['cpm_language', transaction.language],
    ['cpm_version', 'V4'],
    ['cpm_payment_config', 'SINGLE'],
    ['cpm_page_action', 'PAYMENT'],
    ['cpm_custom', transaction.metadata],
    ['cpm_designation', transaction.description],
    ['cpm_error_message', STATES[transaction.state].message],
  ]
  const joined = fields.map(([, value]) => value).join('')
  await world.notices.send(
    {
      face: 'cinetpay',
      method: 'POST',
      url: transaction.notifyUrl,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-token': createHmac('sha256', CINETPAY_SECRET_KEY).update(joined).digest('hex'),
      },
      body: new URLSearchParams(fields).toString(),
      retry: RETRY,
    },
    { afterMs: AFTER_MS, faults },
  )
}
