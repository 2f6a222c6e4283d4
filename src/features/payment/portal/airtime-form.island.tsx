import { useState } from 'react'
import { island } from '#island'
import { CodeDialogLater } from '#features/one-time-code/portal/code-dialog-later.tsx'
import type { CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import { isEmail } from '#shared/email.ts'
import { isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { formText } from '#portal/form-text.ts'
import { postFields } from '#portal/post-fields.ts'
import { PhoneForm, type PhoneFormValues } from './phone-form.tsx'

/** AIR-1: a number and its code, in a dialog where there is script. */
function AirtimeForm({ form, codeTexts }: { form: PhoneFormValues; codeTexts: CodeTexts }) {
  const [codeFor, setCodeFor] = useState<{ msisdn: string; email: string } | null>(null)

  function askForCode(event: React.SubmitEvent<HTMLFormElement>) {
    const typed = new FormData(event.currentTarget)
    const msisdn = nationalDigits(formText(typed, 'msisdn'))
    const email = formText(typed, 'email').trim()
    // The server says what is wrong with anything else.
    if (!isMobileNumber(msisdn) || !isEmail(email)) return
    event.preventDefault()
    setCodeFor({ msisdn, email })
  }

  return (
    <>
      <PhoneForm form={form} onSubmit={askForCode} />
      {codeFor && (
        <CodeDialogLater
          isOpen
          msisdn={codeFor.msisdn}
          purpose="PAYMENT"
          texts={codeTexts}
          onVerified={(uniqueCode) => {
            setCodeFor(null)
            postFields(location.href, { intent: 'prove', ...codeFor, uniqueCode })
          }}
          onClose={() => setCodeFor(null)}
          onChangeNumber={() => setCodeFor(null)}
        />
      )}
    </>
  )
}

export default island('airtime-form', AirtimeForm)
