import { useRef, useState } from 'react'
import { island } from '#island'
import { CodeRequestNote } from '#features/one-time-code/portal/code-request-note.tsx'
import { CodeDialogLater } from '#features/one-time-code/portal/code-dialog-later.tsx'
import type { CodeRequestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { useCodeRequest } from '#features/one-time-code/portal/use-code-request.ts'
import { formatMobileNumber, isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { formText } from '#portal/page/form-text.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { postFields } from '#portal/browser/post-fields.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { trackProvenLead } from '../contract.ts'
import { isLeadId, tidyLeadId } from '../lead-id.ts'
import { STATUS_PAGE } from './lead-places.ts'
import type { TrackProblems, TrackTexts } from './track-texts.ts'

type Typed = { leadId: string; contactNumber: string }

type TrackFormProps = { texts: TrackTexts; codeTexts: CodeRequestTexts; first: Typed; problems: TrackProblems }

/** LEAD-7: with script the dialog opens where a code is needed; the state of the request is always the next page. */
function TrackForm({ texts, codeTexts, first, problems }: TrackFormProps) {
  const request = useCodeRequest('LEAD_STATUS', codeTexts)
  const { waiting, ask, show } = useTracking(request.ask)
  return (
    <>
      <FieldsForm action={STATUS_PAGE} noValidate onSubmit={ask}>
        <CodeRequestNote isAsking={request.isAsking} refusal={request.refusal} sending={codeTexts.sending} />
        <Field
          label={texts.leadId}
          name="leadId"
          hint={texts.leadIdHint}
          problem={problems.leadId && texts[problems.leadId]}
          input={{
            defaultValue: first.leadId,
            autoComplete: 'off',
            autoCapitalize: 'characters',
            spellCheck: false,
            maxLength: 80,
          }}
        />
        <MobileNumberField
          label={texts.contactNumber}
          hint={texts.contactNumberHint}
          defaultValue={formatMobileNumber(first.contactNumber)}
          problem={problems.contactNumber && texts[problems.contactNumber]}
        />
        <Button isWide name="intent" value="track">
          {texts.track}
        </Button>
      </FieldsForm>
      <CodeDialogLater
        code={request.code}
        purpose="LEAD_STATUS"
        onVerified={() => {
          request.close()
          if (waiting) show(waiting)
        }}
        onClose={request.close}
        onChangeNumber={request.close}
      />
    </>
  )
}

function useTracking(askCode: (msisdn: string) => void) {
  const language = useLanguage()
  const [waiting, setWaiting] = useState<Typed | null>(null)
  const isUnderWay = useRef(false)
  const show = ({ leadId, contactNumber }: Typed) => postFields(STATUS_PAGE, { intent: 'track', leadId, msisdn: contactNumber })

  /** A visit that sent the request or verified a code needs no code. */
  async function ask(event: React.SubmitEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget)
    const typed = { leadId: tidyLeadId(formText(form, 'leadId')), contactNumber: nationalDigits(formText(form, 'msisdn')) }
    // Other input is posted, and the server shows the problem.
    if (!isLeadId(typed.leadId) || !isMobileNumber(typed.contactNumber)) return
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    const answer = await apiClient(language, { trackProvenLead }).trackProvenLead(typed)
    isUnderWay.current = false
    if (answer?.status === 'failure' && answer.code === 'code-user-unknown') {
      setWaiting(typed)
      askCode(typed.contactNumber)
    } else show(typed)
  }
  return { waiting, ask, show }
}

export default island('track-form', TrackForm)
