import { useState } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { isEmail } from '#shared/email.ts'
import { fillText } from '#shared/fill-text.ts'
import { formText } from '#portal/form-text.ts'
import { useLanguage } from '#portal/frame-context.ts'
import { metaTags } from '#portal/texts.ts'
import { Button } from '#portal/ui/button.tsx'
import { useHasScript } from '#portal/ui/use-has-script.ts'
import { ChoiceChips } from '#portal/ui/choice-chips.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { METHOD_ROUTES, PAYMENT_MODES } from '../methods.ts'
import type { Route } from './+types/hub-card.page.ts'
import { EmailField } from './email-field.tsx'
import type { PopupStart } from './paystack-popup.ts'
import { usePopup } from './use-popup.ts'
import { hubAmount } from './hub-amount.ts'
import { HubFrame } from './hub-frame.tsx'
import { loadMethod, loadPending, startPayment } from './hub.ts'
import styles from './hub.module.css'

export async function loader({ context, request }: Route.LoaderArgs) {
  return data(await loadMethod(context, request, METHOD_ROUTES.card), { headers: { 'cache-control': 'no-store' } })
}

type Answer = {
  email: string
  gateway: string
  problem: 'emailRequired' | 'emailInvalid' | null
  message: string | null
  popup: (PopupStart & { transactionId: string }) | null
}

/** CARD-1, CARD-2 */
export async function action({ context, request }: Route.ActionArgs) {
  const { purchaseId, queryData } = await loadPending(context, request)
  const form = await request.formData()
  const email = formText(form, 'email').trim()
  const gateway = formText(form, 'gateway')
  const answer: Answer = { email, gateway, problem: null, message: null, popup: null }
  const refuse = (refusal: Partial<Answer>) => data({ ...answer, ...refusal }, { status: 422 })
  if (email === '') return refuse({ problem: 'emailRequired' })
  if (!isEmail(email)) return refuse({ problem: 'emailInvalid' })
  const { amount } = queryData
  const currencyCode = formText(form, 'currency')
  const payIn = currencyCode === '' ? null : { currencyCode, amount: Number(formText(form, 'convertedAmount')) }
  const paymentMode = PAYMENT_MODES.PAYMENT_GATEWAY
  const started = await startPayment(context, { purchaseId, amount, email, gateway, payIn, paymentMode })
  if ('message' in started) return refuse({ message: started.message })
  const { address, popupAccessCode: accessCode, transactionId } = started
  // Only a browser with script says that it can show a popup.
  if (!accessCode || formText(form, 'popup') !== '1') return redirect(address)
  return data({ ...answer, popup: { accessCode, payPage: address, transactionId } })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [...metaTags(loaderData?.meta), { name: 'robots', content: 'noindex' }]

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export default function HubCardPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, option, queryData, exchange } = loaderData
  const language = useLanguage()
  const isBusy = useNavigation().state !== 'idle'
  const [email, setEmail] = useState(actionData?.email ?? queryData.emailId ?? '')
  const working = option.gateways.filter((gateway) => gateway.isAvailable)
  // When none seems to work, trying is still better than nothing to press.
  const gateways = working.length > 0 ? working : option.gateways
  const hasScript = useHasScript()
  const isCancelled = usePopup(actionData?.popup ?? null, texts.popupTitle)
  return (
    <HubFrame {...loaderData} chosen={option.route}>
      <Form method="post" noValidate>
        {actionData?.message && <Notification kind="bad">{actionData.message}</Notification>}
        {isCancelled && <Notification kind="info">{texts.popupCancelled}</Notification>}
        {hasScript && <input type="hidden" name="popup" value="1" />}
        {exchange?.payIn && (
          <>
            <input type="hidden" name="currency" value={exchange.payIn.currencyCode} />
            <input type="hidden" name="convertedAmount" value={exchange.payIn.amount} />
          </>
        )}
        <ChoiceChips
          legend={texts.gateway}
          name="gateway"
          defaultValue={actionData?.gateway ?? gateways[0]?.id ?? ''}
          choices={gateways.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <EmailField
          texts={texts}
          email={email}
          problem={actionData?.problem ? texts[actionData.problem] : undefined}
          onEmail={setEmail}
          isReadOnly={queryData.transactionType === 'HBB_LEADS' && queryData.emailId !== null}
        />
        <p className={styles.note}>{texts.cardNote}</p>
        <Button isWide disabled={isBusy}>
          {fillText(texts.payAmount, { amount: hubAmount(queryData, exchange, language) })}
        </Button>
      </Form>
    </HubFrame>
  )
}
