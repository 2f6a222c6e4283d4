import { lazy, Suspense, useState } from 'react'
import { data, useSubmit } from 'react-router'
import { isEmail } from '#shared/email.ts'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import type { CodeDialogProps } from '#features/one-time-code/portal/code-dialog.tsx'
import { CodeForm } from '#features/one-time-code/portal/code-form.tsx'
import { refusalWords, type CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import { formText } from '#portal/form-text.ts'
import { metaTags, readContent } from '#portal/texts.ts'
import { METHOD_ROUTES } from '../methods.ts'
import type { Route } from './+types/hub-airtime.page.ts'
import { AirtimeVerdict } from './airtime-verdict.tsx'
import { takeAirtimeStep, type AirtimeAnswer } from './airtime-steps.ts'
import { HubFrame } from './hub-frame.tsx'
import { loadMethod } from './hub.ts'
import { PhoneForm } from './phone-form.tsx'

type AskedCodeProps = { texts: CodeTexts; msisdn: string; code: NonNullable<AirtimeAnswer['code']> }

/** The code's step without script. */
function AskedCode({ texts, msisdn, code: { reference, attemptsLeft, refusal } }: AskedCodeProps) {
  return (
    <CodeForm
      texts={texts}
      msisdn={msisdn}
      reference={reference}
      attemptsLeft={attemptsLeft}
      problem={refusal ? refusalWords(refusal, texts) : undefined}
      isOver={reference === '' || refusal?.failure === 'locked'}
    />
  )
}

const CodeDialog = lazy(async () => {
  const { CodeDialog: dialog } = await import('#features/one-time-code/portal/code-dialog.tsx')
  return { default: (props: CodeDialogProps) => dialog(props) }
})

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
        <AskedCode texts={codeTexts} msisdn={actionData.msisdn} code={actionData.code} />
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
        <Suspense fallback={null}>
          <CodeDialog
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
        </Suspense>
      )}
    </HubFrame>
  )
}
