import { plainIsland } from '#plain-island'
import { isEmail } from '#shared/email.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#shared/language.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { formText } from '#portal/page/form-text.ts'
import { goTo } from '#portal/browser/go-to.ts'
import { PAYMENT_MODES } from '#shared/payment-codes.ts'
import { initiateTransaction, processTransaction } from '../contract.ts'
import { helpTyping } from './help-typing.ts'
import { openPopup, POPUP_GATEWAY } from './paystack-popup.ts'
import { startPayment, type PaymentStart } from './start-payment.ts'

const SLOW_MS = 700

/**
 * CARD-2: the gateway with a popup opens over the page; a posted form begins the same payment on the gateway's own page. Everything else
 * the form posts.
 */
function hydrate(element: HTMLElement): void {
  helpTyping(element)
  const form = element.querySelector('form')
  if (!form) return
  let isPaying = false

  form.addEventListener('submit', (event) => {
    const start = readStart(form)
    // Without a network the shell stores the form and sends it later.
    if (!start || !navigator.onLine) return
    event.preventDefault()
    if (isPaying) return
    isPaying = true
    say(form, null)
    void pay(form, start).then((ended) => {
      isPaying = ended === 'leaving'
    })
  })
  // A payer who comes back to the page may pay again.
  addEventListener('pageshow', () => (isPaying = false))
}

async function pay(form: HTMLFormElement, start: PaymentStart): Promise<'leaving' | 'staying'> {
  const { lang } = document.documentElement
  const slow = setTimeout(showLoading, SLOW_MS, true)
  const started = await startPayment(
    apiClient(isLanguage(lang) ? lang : DEFAULT_LANGUAGE, { initiateTransaction, processTransaction }),
    start,
  )
  clearTimeout(slow)
  showLoading(false)
  if (started.kind === 'refused') return say(form, 'refused', started.message)
  const { address, popupAccessCode: accessCode, transactionId } = started
  if (!accessCode) return leaveFor(address)
  const end = await openPopup({ accessCode, payPage: address }, form.dataset.title ?? '')
  if (end === 'cancelled') return say(form, 'cancelled')
  return leaveFor(end === 'paid' ? `/payment/status?id=${transactionId}` : address)
}

/** Null when the form is to be posted: another gateway, or an address that the server rejects. */
function readStart(form: HTMLFormElement): PaymentStart | null {
  const typed = new FormData(form)
  const gateway = formText(typed, 'gateway')
  const email = formText(typed, 'email').trim()
  if (gateway !== POPUP_GATEWAY || !isEmail(email)) return null
  const { purchase: purchaseId = '', amount } = form.dataset
  const currencyCode = formText(typed, 'currency')
  const payIn = currencyCode === '' ? null : { currencyCode, amount: Number(formText(typed, 'convertedAmount')) }
  return { purchaseId, amount: Number(amount), email, gateway, payIn, paymentMode: PAYMENT_MODES.PAYMENT_GATEWAY }
}

function leaveFor(address: string): 'leaving' {
  goTo(address)
  return 'leaving'
}

function say(form: HTMLFormElement, what: string | null, message: string | null = null): 'staying' {
  for (const said of form.querySelectorAll<HTMLElement>('[data-said]')) {
    const words = said.querySelector<HTMLElement>('[data-words]')
    if (words) words.textContent = message ?? words.dataset.words ?? ''
    said.hidden = said.dataset.said !== what
  }
  return 'staying'
}

function showLoading(isOn: boolean): void {
  dispatchEvent(new CustomEvent('guichet:loading', { detail: isOn }))
}

export default plainIsland('card-popup', hydrate)
