import type { CardGateway, Checkout, WayView } from '../card-gateways/card-gateway.ts'
import { sendPayPage } from '../card-gateways/pay-page.ts'
import { html, type Markup } from '../pages/html.ts'
import type { World } from '../world/world.ts'
import { chargeCard, isOver, returnAddress } from './paystack-charge.ts'
import { frameThatSays, loadedTransaction, sendPopupMessage, succeeded } from './paystack-popup.ts'
import { REFUND_FAILS, REFUND_NEEDS_ATTENTION } from './paystack-refunds.ts'
import { WIRE_UNIT, withStep, type Transaction, type Transactions } from './paystack-transactions.ts'

const CHANNEL_WORDS = {
  fr: { card: 'Carte', bank: 'Banque', ussd: 'USSD', qr: 'QR', mobile_money: 'Mobile money', bank_transfer: 'Virement', eft: 'EFT' },
  en: { card: 'Card', bank: 'Bank', ussd: 'USSD', qr: 'QR', mobile_money: 'Mobile money', bank_transfer: 'Transfer', eft: 'EFT' },
} as const
const ONLY_CARDS = { fr: 'Dans le sandbox, seule la carte paie.', en: 'In the sandbox only the card pays.' } as const

/** Paystack's checkout page, as a page of its own and in the popup. */
export function paystackGateway(world: World, transactions: Transactions): CardGateway {
  const gateway: CardGateway = {
    face: 'paystack',
    brand: 'Paystack',
    payingEndings: [REFUND_FAILS, REFUND_NEEDS_ATTENTION],
    pageOf: (id) => ({ path: `/sandbox/paystack/checkout/${id}`, query: {} }),
    find(id) {
      const transaction = transactions.byAccessCode(id)
      return transaction && checkoutOf(transaction)
    },
    async charge(id, card, faults) {
      const transaction = transactions.byAccessCode(id)
      return transaction ? chargeCard({ world, transactions, transaction, card, faults }) : { kind: 'over' }
    },
    cancel(id) {
      const transaction = transactions.byAccessCode(id)
      if (!transaction) return { kind: 'over' }
      if (!isOver(transaction))
        transactions.put(withStep(leftAlone(transaction), { type: 'close', message: 'Closed the page', at: world.clock.now() }))
      return { kind: isOver(transaction) ? 'over' : 'cancelled', returnTo: returnAddress(transaction) }
    },
    leave(id) {
      const transaction = transactions.byAccessCode(id)
      return transaction && returnAddress(transaction)
    },
    ways: channelList(transactions),
    popup: {
      frame(id) {
        const transaction = transactions.byAccessCode(id)
        if (!transaction) return frameThatSays(world, { event: 'error', data: { type: 'setup', message: 'Unknown access code' } })
        return frameThatSays(world, isOver(transaction) ? succeeded(transaction) : loadedTransaction(transaction))
      },
      answer(reply, { id, outcome, lang }) {
        const transaction = transactions.byAccessCode(id)
        if (outcome.kind === 'cancelled' || !transaction)
          return sendPopupMessage(reply, world, { event: 'cancel', data: { status: 'cancelled' } })
        if (isOver(transaction)) return sendPopupMessage(reply, world, succeeded(transaction))
        return sendPayPage(reply, { world, gateway, lang, isPopup: true, way: '' }, checkoutOf(transaction))
      },
    },
  }
  return gateway
}

/** Called when the page is opened: only then is the transaction ongoing. */
export function opened(world: World, transactions: Transactions, accessCode: string): void {
  const transaction = transactions.byAccessCode(accessCode)
  if (!transaction || transaction.status !== 'abandoned') return
  transactions.put({
    ...withStep(transaction, { type: 'open', message: 'Opened the page', at: world.clock.now() }),
    status: 'ongoing',
    gatewayResponse: 'The transaction is ongoing',
  })
}

function leftAlone(transaction: Transaction): Transaction {
  if (transaction.status !== 'ongoing') return transaction
  return { ...transaction, status: 'abandoned', gatewayResponse: 'The transaction was not completed' }
}

function checkoutOf(transaction: Transaction): Checkout {
  const { accessCode, reference, amount, currency, email, callbackUrl, status } = transaction
  return {
    id: accessCode,
    reference,
    amount: amount / WIRE_UNIT,
    currency,
    payer: email,
    state: isOver(transaction) ? 'paid' : status === 'failed' ? 'declined' : 'open',
    leadsTo: [callbackUrl],
  }
}

function channelList(transactions: Transactions) {
  return function ways({ checkout, lang }: WayView): Markup {
    const channels = transactions.byAccessCode(checkout.id)?.channels ?? []
    const words: Record<string, string> = CHANNEL_WORDS[lang]
    const others = channels.filter((channel) => channel !== 'card')
    return html`${
      others.length > 0 &&
      html`<ul class="ways" aria-label="${ONLY_CARDS[lang]}">
          <li aria-current="true">${words['card']}</li>
          ${others.map((channel) => html`<li>${words[channel] ?? channel}</li>`)}
        </ul>
        <p class="hint">${ONLY_CARDS[lang]}</p>`
    }`
  }
}
