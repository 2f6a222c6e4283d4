import type { SmsSender } from '#features/one-time-code/server/sms-sender.ts'
import type { SiteContent } from '#features/site-content/server/site-content.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatForeign, type ForeignMoney } from '#shared/foreign-money.ts'
import { formatXof, xof } from '#shared/money.ts'
import { boughtKind } from '../bought-kind.ts'
import type { MessageKind, Order, PaymentState } from '../engine/records.ts'
import { majorUnits } from './convert-money.ts'
import type { PostgresPaymentStore } from './payment.store.ts'

type Parts = { store: PostgresPaymentStore; content: SiteContent; sms: SmsSender; publicOrigin: string }

const VALID_MINUTES = 24 * 60

/** The SMS on every final outcome, in the language the visitor paid or last looked at it in. False only when it surely was not sent. */
export function paymentMessages({ store, content, sms, publicOrigin }: Parts): (order: Order, message: MessageKind) => Promise<boolean> {
  return async function send(order, message) {
    const kept = await store.readWithExtras(order.id)
    // Not from what the payer is shown: it may be masked.
    const { msisdn } = order.delivery
    if (!kept || !msisdn) return true
    const { language } = kept.extras
    const texts = await content.readAsWritten('payment-translation', language)
    const returned = message === 'delivered' || message === 'failed' ? null : moneyGivenBack(kept.state)
    const amount = returned ? formatForeign(returned, language) : formatXof(xof(order.amount.minor), language)
    const queryData = kept.extras.queryData
    const words = texts[`sms_${message}`] ?? texts[`sms_${message}_${boughtKind(queryData.transactionType)}`]
    const text = fillText(String(words), {
      // Only plain spaces: the narrow ones of our pages are not in the SMS alphabet.
      amount: amount.replace(/\s/g, ' '),
      number: msisdn,
      leadId: queryData.metaInfo?.leadId ?? '',
      reference: order.reference,
      link: `${publicOrigin}/payment/status?id=${order.id}`,
    })
    const { kind } = await sms.send({ reference: `${order.reference}-${message}`, to: msisdn, text, validForMinutes: VALID_MINUTES })
    // An answer that did not come may have been a sent SMS: better none twice than one too many.
    return kind !== 'unavailable'
  }
}

/** HUB-4: what was paid in another currency goes back in it; null where it was the price's own. */
function moneyGivenBack({ order, refunds }: PaymentState): ForeignMoney | null {
  const refund = refunds.at(-1)
  if (!refund || refund.amount.currency === order.amount.currency) return null
  return { currencyCode: refund.amount.currency, amount: majorUnits(refund.amount) }
}
