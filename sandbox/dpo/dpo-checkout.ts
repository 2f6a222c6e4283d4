import type { FastifyRequest } from 'fastify'
import type { CardGateway, Checkout, WayView } from '../card-gateways/card-gateway.ts'
import type { OtherPay } from '../card-gateways/pay-routes.ts'
import { BRAND, COUNTRY } from '../operator.ts'
import { NOT_OURS } from '../pages/number-words.ts'
import { textField } from '../pages/forms.ts'
import { html, type Markup } from '../pages/html.ts'
import type { Language } from '../pages/language.ts'
import { isOperatorNumber, nationalNumber } from '../world/numbers.ts'
import type { World } from '../world/world.ts'
import { askPhone, backAddress, chargeCard, returnAddress } from './dpo-pay.ts'
import type { DpoStanding, DpoTransaction, DpoTransactions } from './dpo-transactions.ts'

const WORDS = {
  fr: {
    card: 'Carte',
    mobile: 'Mobile money',
    number: `Numéro ${BRAND.wallet}`,
    hint: 'La demande arrive sur le téléphone (page « handset » du sandbox).',
    ask: 'Envoyer la demande',
    problem: NOT_OURS.fr,
  },
  en: {
    card: 'Card',
    mobile: 'Mobile money',
    number: `${BRAND.wallet} number`,
    hint: 'The request arrives on the phone (the sandbox’s “handset” page).',
    ask: 'Send the request',
    problem: NOT_OURS.en,
  },
} as const

const STATES = {
  open: 'open',
  declined: 'declined',
  waiting: 'waiting',
  paid: 'paid',
  expired: 'expired',
  cancelled: 'closed',
} as const satisfies Record<DpoStanding, Checkout['state']>

export function dpoGateway(world: World, transactions: DpoTransactions): CardGateway {
  return {
    face: 'dpo',
    brand: 'DPO Pay',
    pageOf: (id) => ({ path: '/sandbox/dpo/payv2.php', query: { ID: id } }),
    find(id) {
      const transaction = transactions.byToken(id)
      return transaction && checkoutOf(transaction, transactions.standing(transaction))
    },
    async charge(id, card, faults) {
      const transaction = transactions.byToken(id)
      return transaction ? chargeCard({ world, transactions, transaction }, card, faults) : { kind: 'over' }
    },
    // The visitor pressed back: a hint for the merchant, and no more. The token can still be paid.
    cancel(id) {
      const transaction = transactions.byToken(id)
      return { kind: 'cancelled', returnTo: transaction && backAddress(transaction) }
    },
    leave(id) {
      const transaction = transactions.byToken(id)
      return transaction && (transaction.state === 'paid' ? returnAddress(transaction) : backAddress(transaction))
    },
    ways: tabs,
    otherForm: ({ checkout, lang, way, problem }) => (way === 'mobile' ? mobileForm(checkout, lang, problem) : undefined),
  }
}

/** A form with a number is the mobile tab's. */
export function payByPhone(world: World, transactions: DpoTransactions) {
  return function pay(request: FastifyRequest, id: string): OtherPay | undefined {
    const typed = textField(request.body, 'msisdn')
    const transaction = transactions.byToken(id)
    if (textField(request.body, 'way') !== 'mobile' || !transaction) return undefined
    const msisdn = nationalNumber(typed)
    if (msisdn === null || !isOperatorNumber(msisdn)) return { kind: 'problem', way: 'mobile', problem: (lang) => WORDS[lang].problem }
    return { kind: 'done', outcome: askPhone({ world, transactions, transaction }, msisdn) }
  }
}

function checkoutOf(transaction: DpoTransaction, standing: DpoStanding): Checkout {
  const { token, companyRef, amount, currency, description, customer, expiresAt, redirectUrl, backUrl, mobile } = transaction
  return {
    id: token,
    reference: companyRef,
    amount,
    currency,
    description,
    payer: customer.email || customer.phone,
    expiresAt,
    state: STATES[standing],
    leadsTo: [redirectUrl, backUrl],
    ...(standing === 'waiting' && mobile ? { phone: mobile.msisdn } : {}),
  }
}

function tabs({ checkout, lang, way }: WayView): Markup {
  const words = WORDS[lang]
  const link = (name: 'card' | 'mobile') => `/sandbox/dpo/payv2.php?${new URLSearchParams({ ID: checkout.id, way: name, lang }).toString()}`
  const current = way === 'mobile' ? 'mobile' : 'card'
  return html`<nav class="ways" aria-label="DPO Pay">
    ${(['card', 'mobile'] as const).map((name) => html`<a href="${link(name)}" ${name === current && html`aria-current="page"`}>${words[name]}</a>`)}
  </nav>`
}

function mobileForm(checkout: Checkout, lang: Language, problem: string | undefined): Markup {
  const words = WORDS[lang]
  return html`<form method="post" action="/sandbox/dpo/pay/${checkout.id}?lang=${lang}" class="typed">
    <input type="hidden" name="way" value="mobile" />
    <div class="field">
      <label for="msisdn">${words.number}</label>
      <div class="box">
        <span class="pre num">+${COUNTRY.dialCode}</span>
        <input
          id="msisdn"
          name="msisdn"
          class="num"
          inputmode="numeric"
          autocomplete="off"
          maxlength="16"
          required
          aria-describedby="msisdn-hint"
          ${problem !== undefined && html`aria-invalid="true"`}
        />
      </div>
      ${
        problem === undefined
          ? html`<p class="hint" id="msisdn-hint">${words.hint}</p>`
          : html`<p class="problem" id="msisdn-hint" role="alert">${problem}</p>`
      }
    </div>
    <button class="btn full">${words.ask}</button>
  </form>`
}
