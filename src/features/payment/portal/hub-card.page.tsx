import { isEmail } from '#shared/email.ts'
import { formText } from '#portal/page/form-text.ts'
import { page, type Again, type PageRequest, type PostedForm } from '#portal/page/page.ts'
import { Redirect } from '#portal/page/redirect.ts'
import { PAYMENT_MODES } from '#shared/payment-words.ts'
import { WAYS_TO_PAY } from '#shared/connector-table.ts'
import { CardForm, type CardAnswer } from './card-form.tsx'
import { HubFrame } from './hub-frame.tsx'
import { hubManner, loadMethod, loadPending } from './hub.ts'
import { startPayment } from './start-payment.ts'

/** CARD-1, CARD-2 */
export default page(`/payment/start/${WAYS_TO_PAY.card.route}`, {
  load: (request) => loadMethod(request, WAYS_TO_PAY.card.route),
  act: payByCard,
  tags: ({ tags }) => tags,
  manner: hubManner,
  View: ({ data, answer }) => (
    <HubFrame {...data} chosen={data.option.route}>
      <CardForm hub={data} answer={answer} />
    </HubFrame>
  ),
})

async function payByCard(request: PageRequest, form: PostedForm): Promise<Redirect | Again<CardAnswer>> {
  const { purchaseId, queryData } = await loadPending(request)
  const email = formText(form, 'email').trim()
  const gateway = formText(form, 'gateway')
  const answer: CardAnswer = { email, gateway, problem: null, message: null }
  if (email === '') return { again: { ...answer, problem: 'emailRequired' } }
  if (!isEmail(email)) return { again: { ...answer, problem: 'emailInvalid' } }
  const { amount } = queryData
  const currencyCode = formText(form, 'currency')
  const payIn = currencyCode === '' ? null : { currencyCode, amount: Number(formText(form, 'convertedAmount')) }
  const paymentMode = PAYMENT_MODES.PAYMENT_GATEWAY
  const started = await startPayment(request.api, { purchaseId, amount, email, gateway, payIn, paymentMode })
  return started.kind === 'started' ? new Redirect(started.address) : { again: { ...answer, message: started.message } }
}
