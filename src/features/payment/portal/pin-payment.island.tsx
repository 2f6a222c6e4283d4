import { Suspense, use, useState } from 'react'
import { island } from '#island'
import { CodeRequestNote } from '#features/one-time-code/portal/code-request-note.tsx'
import { CodeDialogLater } from '#features/one-time-code/portal/code-dialog-later.tsx'
import type { CodeRequestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { useCodeRequest } from '#features/one-time-code/portal/use-code-request.ts'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { formText } from '#portal/page/form-text.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { goTo } from '#portal/browser/go-to.ts'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { partWithTexts } from '#portal/texts/fetch-texts.ts'
import type { WalletTexts } from './hub-texts.ts'
import { PhoneForm, withoutProblems, type PhoneFormValues } from './phone-form.tsx'
import { callInitiate, type PinStart } from './pin-calls.ts'
import type { PinDialogProps } from './pin-dialog.tsx'
import type * as dialogPart from './pin-dialog.tsx'
import type { PinTexts } from './pin-texts.ts'

/** Loaded on demand: the form is read first. */
const fetchPinDialog = partWithTexts<typeof dialogPart, WalletTexts>(() => import('./pin-dialog.tsx'), 'wallet-translation')

function FetchedDialog(props: Omit<PinDialogProps, 'texts'>) {
  const [{ PinDialog }, texts] = use(fetchPinDialog(useLanguage()))
  return <PinDialog texts={texts} {...props} />
}

type PinPaymentProps = {
  texts: PinTexts
  codeTexts: CodeRequestTexts
  /** Label of the last button, with a placeholder for the amount. */
  payAmount: string
  /** The sentence for a locked wallet, with its contact; null when that could not be read. */
  locked: string | null
  purchaseId: string
  amount: number
  paymentMode: string
  /** The format of its code request (API-9). */
  errand: 'PAYMENT' | 'SMARTCASH'
  form: PhoneFormValues
}

type Step = { kind: 'number' } | { kind: 'preparing' } | { kind: 'pin'; start: PinStart }

type Begin = Pick<PinPaymentProps, 'texts' | 'locked' | 'purchaseId' | 'paymentMode' | 'amount'>

/** The steps from a number to a wallet that waits for a PIN. */
function usePinSteps({ texts, locked, purchaseId, paymentMode, amount }: Begin) {
  const language = useLanguage()
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
    showStatus,
    async begin(msisdn: string, bearer: string) {
      setStep({ kind: 'preparing' })
      // The dialog loads while the wallet is called; if that fails, opening it loads it again.
      fetchPinDialog(language).catch(() => undefined)
      const answer = await callInitiate(language, { purchaseId, amount, paymentMode, msisdn, bearer })
      switch (answer.kind) {
        case 'awaited':
          return setStep({ kind: 'pin', start: answer.start })
        case 'settled':
          return showStatus(answer.transactionId)
        case 'not-due':
          return goTo(answer.address)
        case 'locked':
          return stop(locked ?? answer.message)
        case 'refused':
          return stop(answer.message ?? texts.noAnswer)
      }
    },
  }
}

function showStatus(transactionId: string): void {
  goTo(`/payment/status?id=${transactionId}`)
}

/** MM-1, MM-3, SC-1: number, code, PIN. The PIN needs script, because it leaves the browser only encrypted. */
function PinPayment({ texts, codeTexts, payAmount, locked, purchaseId, amount, paymentMode, errand, form }: PinPaymentProps) {
  const { step, message, ...steps } = usePinSteps({ texts, locked, purchaseId, paymentMode, amount })
  const { code, isAsking, wasAsked, refusal, ask, close } = useCodeRequest(errand, codeTexts)
  const shown = wasAsked ? { ...withoutProblems(form), message } : form

  function submit(event: React.SubmitEvent<HTMLFormElement>) {
    const msisdn = nationalDigits(formText(new FormData(event.currentTarget), 'msisdn'))
    // The server reports any other mistake.
    if (!isMobileNumber(msisdn)) return
    event.preventDefault()
    steps.stop(null)
    ask(msisdn)
  }

  return (
    <>
      <PhoneForm form={shown} onSubmit={submit}>
        <noscript>
          <p>{texts.pinNeedsScript}</p>
        </noscript>
        <CodeRequestNote isAsking={isAsking} refusal={refusal} sending={codeTexts.sending} />
        {step.kind === 'preparing' && <Notification kind="info">{texts.preparing}</Notification>}
      </PhoneForm>
      <CodeDialogLater
        code={code}
        purpose="PAYMENT"
        onVerified={(uniqueCode) => {
          close()
          if (code) void steps.begin(code.msisdn, uniqueCode)
        }}
        onClose={close}
        onChangeNumber={close}
      />
      <Suspense fallback={null}>
        {step.kind === 'pin' && (
          <FetchedDialog
            start={step.start}
            payAmount={payAmount}
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

export default island('pin-payment', PinPayment)
