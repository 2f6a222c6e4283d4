import { isEmail } from '#shared/email.ts'
import { formText } from '#portal/page/form-text.ts'
import { page, type Redisplay, type PageRequest, type PostedForm, Redirect } from '#portal/page/page.ts'
import { PAYMENT_MODES } from '#shared/payment-codes.ts'
import { PAYMENT_METHODS } from '#shared/connector-table.ts'
import { CardForm, type CardAnswer } from './card-form.tsx'
import { HubFrame } from './hub-frame.tsx'
import { loadMethod, loadPending } from './hub.ts'
import { startPayment } from './start-payment.ts'

/** CARD-1, CARD-2 */
export default page(`/payment/start/${PAYMENT_METHODS.card.route}`, {
  load: (request) => loadMethod(request, PAYMENT_METHODS.card.route),
  action: payByCard,
  tags: ({ tags }) => tags,
  View: ({ data, answer }) => (
    <HubFrame {...data} chosen={data.option.route}>
      <CardForm hub={data} answer={answer} />
    </HubFrame>
  ),
})

async function payByCard(request: PageRequest, form: PostedForm): Promise<Redirect | Redisplay<CardAnswer>> {
  const { purchaseId, queryData } = await loadPending(request)
  const email = formText(form, 'email').trim()
  const gateway = formText(form, 'gateway')
  const answer: CardAnswer = { email, gateway, problem: null, message: null }
  if (email === '') return { redisplay: { ...answer, problem: 'emailRequired' } }
  if (!isEmail(email)) return { redisplay: { ...answer, problem: 'emailInvalid' } }
  const { amount } = queryData
  const currencyCode = formText(form, 'currency')
  const payIn = currencyCode === '' ? null : { currencyCode, amount: Number(formText(form, 'convertedAmount')) }
  const paymentMode = PAYMENT_MODES.PAYMENT_GATEWAY
  const started = await startPayment(request.api, { purchaseId, amount, email, gateway, payIn, paymentMode })
  return started.kind === 'started' ? new Redirect(started.address) : { redisplay: { ...answer, message: started.message } }
}
