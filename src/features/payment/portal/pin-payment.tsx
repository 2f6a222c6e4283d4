import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { CodeDialogLater } from '#features/one-time-code/portal/code-dialog-later.tsx'
import type { CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { formText } from '#portal/form-text.ts'
import { useLanguage } from '#portal/frame-context.ts'
import { Notification } from '#portal/ui/notification.tsx'
import type { HubTexts } from './hub-texts.ts'
import { PhoneForm, type WalletTexts } from './phone-form.tsx'
import type { PhoneAnswer } from './phone-payment.ts'
import { callInitiate, type PinStart } from './pin-calls.ts'
import type { PinDialogProps } from './pin-dialog.tsx'

/** It comes when it is needed: the form is read first. */
const PinDialog = lazy(async () => {
  const { PinDialog: dialog } = await import('./pin-dialog.tsx')
  return { default: (props: PinDialogProps) => dialog(props) }
})

type PinPaymentProps = {
  texts: WalletTexts
  codeTexts: CodeTexts
  hubTexts: HubTexts
  /** The sentence for a locked wallet, with whom to call; null when that could not be read. */
  locked: string | null
  purchaseId: string
  queryData: QueryData
  answered: PhoneAnswer | undefined
  paymentMode: string
  lead: string
  label?: string
  submitLabel: string
  hasCancel?: boolean
}

type Step = { kind: 'number' } | { kind: 'code'; msisdn: string } | { kind: 'preparing' } | { kind: 'pin'; start: PinStart }

type Begin = Pick<PinPaymentProps, 'texts' | 'locked' | 'purchaseId' | 'paymentMode'> & { amount: number }

/** The way from a number to a wallet that waits for a PIN. */
function usePinSteps({ texts, locked, purchaseId, paymentMode, amount }: Begin) {
  const language = useLanguage()
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>({ kind: 'number' })
  const [message, setMessage] = useState<string | null>(null)

  function stop(sentence: string | null) {
    setMessage(sentence)
    setStep({ kind: 'number' })
  }

  return {
    step,
    message,
    stop,
    stopLocked: (message: string) => stop(locked ?? message),
    askForCode(msisdn: string) {
      setMessage(null)
      setStep({ kind: 'code', msisdn })
    },
    showStatus: (transactionId: string) => void navigate(`/payment/status?id=${transactionId}`),
    async begin(msisdn: string, bearer: string) {
      setStep({ kind: 'preparing' })
      const answer = await callInitiate(language, { purchaseId, amount, paymentMode, msisdn, bearer })
      switch (answer.kind) {
        case 'awaited':
          return setStep({ kind: 'pin', start: answer.start })
        case 'settled':
          return void navigate(`/payment/status?id=${answer.transactionId}`)
        case 'locked':
          return stop(locked ?? answer.message)
        case 'refused':
          return stop(answer.message ?? texts.noAnswer)
      }
    },
  }
}

/** MM-1, MM-3, SC-1: number, code, PIN. The PIN needs script, for it leaves the browser only encrypted. */
export function PinPayment({ texts, codeTexts, hubTexts, locked, purchaseId, queryData, answered, paymentMode, ...form }: PinPaymentProps) {
  const { amount } = queryData
  const { step, message, ...steps } = usePinSteps({ texts, locked, purchaseId, paymentMode, amount })

  function submit(event: React.SubmitEvent<HTMLFormElement>) {
    const msisdn = nationalDigits(formText(new FormData(event.currentTarget), 'msisdn'))
    // The server says what is wrong with anything else.
    if (!isMobileNumber(msisdn)) return
    event.preventDefault()
    steps.askForCode(msisdn)
  }

  return (
    <>
      <PhoneForm
        {...form}
        texts={texts}
        hubTexts={hubTexts}
        queryData={queryData}
        answered={message === null ? answered : { msisdn: answered?.msisdn ?? '', email: '', problems: {}, message }}
        onSubmit={submit}
      >
        <noscript>
          <p>{texts.pinNeedsScript}</p>
        </noscript>
        {step.kind === 'preparing' && <Notification kind="info">{texts.preparing}</Notification>}
      </PhoneForm>
      <Suspense fallback={null}>
        {step.kind === 'code' && (
          <CodeDialogLater
            isOpen
            msisdn={step.msisdn}
            purpose="PAYMENT"
            texts={codeTexts}
            onVerified={(uniqueCode) => void steps.begin(step.msisdn, uniqueCode)}
            onClose={() => steps.stop(null)}
            onChangeNumber={() => steps.stop(null)}
          />
        )}
        {step.kind === 'pin' && (
          <PinDialog
            start={step.start}
            texts={texts}
            hubTexts={hubTexts}
            amount={amount}
            onPaid={() => steps.showStatus(step.start.transactionId)}
            onLocked={steps.stopLocked}
            onClose={() => steps.stop(null)}
          />
        )}
      </Suspense>
    </>
  )
}
