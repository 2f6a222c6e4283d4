import { useState } from 'react'
import { data, Form, redirect, useNavigation, type RouterContextProvider } from 'react-router'
import { isEmail } from '#shared/email.ts'
import { API_PREFIX } from '#shared/endpoint.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatXof, xof } from '#shared/money.ts'
import { isFailure } from '#shared/reply.ts'
import { formText } from '#portal/form-text.ts'
import { useLanguage } from '#portal/frame-context.ts'
import { portalApi } from '#portal/page-context.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { Button } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { ChoiceChips } from '#portal/ui/choice-chips.tsx'
import { Field } from '#portal/ui/field.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import type { initiateTransaction, processTransaction } from '../contract.ts'
import type { Route } from './+types/hub-card.page.ts'
import { suggestEmail } from './email-typo.ts'
import { HubFrame } from './hub-frame.tsx'
import { loadHub } from './hub.ts'
import styles from './hub.module.css'

export async function loader({ context, request }: Route.LoaderArgs) {
  const [hub, texts, meta] = await Promise.all([
    loadHub(context, request),
    readContent(context, 'payment-translation'),
    readPageMeta(context, '/payment'),
  ])
  return data({ ...hub, texts, meta }, { headers: { 'cache-control': 'no-store' } })
}

type Refusal = { email: string; gateway: string; problem: 'emailRequired' | 'emailInvalid' | null; message: string | null }

/** CARD-1, CARD-2: initiate, process, then the gateway's page. Sent twice it is the same transaction, and the same page. */
export async function action({ context, request }: Route.ActionArgs) {
  const { purchaseId, queryData } = await loadHub(context, request)
  const form = await request.formData()
  const email = formText(form, 'email').trim()
  const gateway = formText(form, 'gateway')
  const refuse = (refusal: Partial<Refusal>) =>
    data({ email, gateway, problem: null, message: null, ...refusal } satisfies Refusal, { status: 422 })
  if (email === '') return refuse({ problem: 'emailRequired' })
  if (!isEmail(email)) return refuse({ problem: 'emailInvalid' })
  const started = await startPayment(context, { purchaseId, amount: queryData.amount, email, gateway })
  return 'message' in started ? refuse({ message: started.message }) : redirect(started.address)
}

type Start = { purchaseId: string; amount: number; email: string; gateway: string }

async function startPayment(
  context: Readonly<RouterContextProvider>,
  { purchaseId, amount, email, gateway }: Start,
): Promise<{ address: string } | { message: string }> {
  const api = context.get(portalApi)
  const initiated = await api.call<typeof initiateTransaction>('POST', `${API_PREFIX}/transaction/v1/initiate`, {
    txnId: purchaseId,
    amount,
    emailId: email,
    paymentGateway: gateway,
    paymentMode: 'PAYMENT_GATEWAY',
  })
  if (isFailure(initiated)) return { message: initiated.message }
  const { transactionId } = initiated.result
  const processed = await api.call<typeof processTransaction>('POST', `${API_PREFIX}/transaction/v1/process`, {
    transactionId,
    paymentGateway: gateway,
    paymentMode: 'PAYMENT_GATEWAY',
  })
  if (isFailure(processed)) return { message: processed.message }
  // Already paid, or not started: the status page tells the truth either way and offers the next step.
  return { address: processed.result.redirectUrl ?? `/payment/status?id=${transactionId}` }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [...metaTags(loaderData?.meta), { name: 'robots', content: 'noindex' }]

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export default function HubCardPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, options, purchaseId, queryData } = loaderData
  const language = useLanguage()
  const isBusy = useNavigation().state !== 'idle'
  const [email, setEmail] = useState(actionData?.email ?? queryData.emailId ?? '')
  const suggestion = suggestEmail(email)
  const gateways = options.find((option) => option.route === 'card')?.gateways ?? []
  return (
    <HubFrame texts={texts} purchaseId={purchaseId} queryData={queryData} options={options} chosen="card">
      <Card heading={texts.methodCard}>
        <Form method="post" noValidate>
          {actionData?.message && <Notification kind="bad">{actionData.message}</Notification>}
          <ChoiceChips
            legend={texts.gateway}
            name="gateway"
            defaultValue={actionData?.gateway ?? gateways[0]?.id ?? ''}
            choices={gateways.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Field
            label={texts.email}
            name="email"
            hint={suggestion ? fillText(texts.emailDidYouMean, { suggestion }) : texts.emailHint}
            problem={actionData?.problem ? texts[actionData.problem] : undefined}
            input={{
              type: 'email',
              autoComplete: 'email',
              defaultValue: email,
              maxLength: 254,
              onInput: (event) => setEmail(event.currentTarget.value),
            }}
          />
          <p className={styles.note}>{texts.cardNote}</p>
          <Button isWide disabled={isBusy}>
            {fillText(texts.payAmount, { amount: formatXof(xof(queryData.amount), language) })}
          </Button>
        </Form>
      </Card>
    </HubFrame>
  )
}
