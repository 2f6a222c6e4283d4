import { useState } from 'react'
import { island } from '#island'
import { CodeRequestNote } from '#features/one-time-code/portal/code-request-note.tsx'
import { CodeDialogLater } from '#features/one-time-code/portal/code-dialog-later.tsx'
import type { CodeRequestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { useCodeRequest } from '#features/one-time-code/portal/use-code-request.ts'
import { isEmail } from '#shared/email.ts'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { formText } from '#portal/page/form-text.ts'
import { postFields } from '#portal/browser/post-fields.ts'
import { PhoneForm, withoutProblems, type PhoneFormValues } from './phone-form.tsx'

/** AIR-1: a number and its code, in a dialog when script runs. */
function AirtimeForm({ form, codeTexts }: { form: PhoneFormValues; codeTexts: CodeRequestTexts }) {
  const { code, isAsking, wasAsked, refusal, ask, close } = useCodeRequest('PAYMENT', codeTexts)
  const [email, setEmail] = useState('')

  function askForCode(event: React.SubmitEvent<HTMLFormElement>) {
    const typed = new FormData(event.currentTarget)
    const msisdn = nationalDigits(formText(typed, 'msisdn'))
    const address = formText(typed, 'email').trim()
    // The server reports any other mistake.
    if (!isMobileNumber(msisdn) || !isEmail(address)) return
    event.preventDefault()
    setEmail(address)
    ask(msisdn)
  }

  return (
    <>
      <PhoneForm form={wasAsked ? withoutProblems(form) : form} onSubmit={askForCode}>
        <CodeRequestNote isAsking={isAsking} refusal={refusal} sending={codeTexts.sending} />
      </PhoneForm>
      <CodeDialogLater
        code={code}
        purpose="PAYMENT"
        onVerified={(uniqueCode) => {
          close()
          postFields(location.href, { intent: 'prove', msisdn: code?.msisdn ?? '', email, uniqueCode })
        }}
        onClose={close}
        onChangeNumber={close}
      />
    </>
  )
}

export default island('airtime-form', AirtimeForm)
