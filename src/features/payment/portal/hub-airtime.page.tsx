import { useState } from 'react'
import { data, useSubmit } from 'react-router'
import { isEmail } from '#shared/email.ts'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { AskedCodeForm } from '#features/one-time-code/portal/asked-code-form.tsx'
import { CodeDialogLater } from '#features/one-time-code/portal/code-dialog-later.tsx'
import { formText } from '#portal/form-text.ts'
import { metaTags, readContent } from '#portal/texts.ts'
import { METHOD_ROUTES } from '../methods.ts'
import type { Route } from './+types/hub-airtime.page.ts'
import { AirtimeVerdict } from './airtime-verdict.tsx'
import { takeAirtimeStep } from './airtime-steps.ts'
import { HubFrame } from './hub-frame.tsx'
import { loadMethod } from './hub.ts'
import { PhoneForm } from './phone-form.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const [hub, walletTexts, codeTexts] = await Promise.all([
    loadMethod(context, request, METHOD_ROUTES.airtime),
    readContent(context, 'wallet-translation'),
    readContent(context, 'otp-translation'),
  ])
  return data({ ...hub, walletTexts, codeTexts }, { headers: { 'cache-control': 'no-store' } })
}

export const action = ({ context, request }: Route.ActionArgs) => takeAirtimeStep(context, request)

export const meta: Route.MetaFunction = ({ loaderData }) => [...metaTags(loaderData?.meta), { name: 'robots', content: 'noindex' }]

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

/** AIR-1, AIR-2: a number and its code, the balance, then a question. */
export default function HubAirtimePage({ loaderData, actionData }: Route.ComponentProps) {
  const { walletTexts, texts, codeTexts, queryData, option } = loaderData
  const submit = useSubmit()
  const [codeFor, setCodeFor] = useState<{ msisdn: string; email: string } | null>(null)

  function askForCode(event: React.SubmitEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget)
    const msisdn = nationalDigits(formText(form, 'msisdn'))
    const email = formText(form, 'email').trim()
    // The server says what is wrong with anything else.
    if (!isMobileNumber(msisdn) || !isEmail(email)) return
    event.preventDefault()
    setCodeFor({ msisdn, email })
  }

  return (
    <HubFrame {...loaderData} chosen={option.route}>
      {actionData?.airtime ? (
        <AirtimeVerdict
          texts={walletTexts}
          airtime={actionData.airtime}
          msisdn={actionData.msisdn}
          amount={queryData.amount}
          here={`/payment/start/${option.route}?purchase=${loaderData.purchaseId}`}
        />
      ) : actionData?.code ? (
        <AskedCodeForm texts={codeTexts} code={actionData.code} />
      ) : (
        <PhoneForm
          hubTexts={texts}
          texts={walletTexts}
          queryData={queryData}
          answered={actionData}
          lead={walletTexts.airtimeLead}
          hint={walletTexts.airtimePhoneHint}
          submitLabel={walletTexts.continue}
          wantsEmail
          intent="send-code"
          problemWords={{
            phoneRequired: walletTexts.airtimePhoneRequired,
            phoneInvalid: walletTexts.airtimePhoneInvalid,
            emailRequired: walletTexts.airtimeEmailRequired,
            emailInvalid: walletTexts.airtimeEmailInvalid,
          }}
          onSubmit={askForCode}
        />
      )}
      {codeFor && (
        <CodeDialogLater
          isOpen
          msisdn={codeFor.msisdn}
          purpose="PAYMENT"
          texts={codeTexts}
          onVerified={(uniqueCode) => {
            setCodeFor(null)
            void submit({ intent: 'prove', ...codeFor, uniqueCode }, { method: 'post', preventScrollReset: true })
          }}
          onClose={() => setCodeFor(null)}
          onChangeNumber={() => setCodeFor(null)}
        />
      )}
    </HubFrame>
  )
}
