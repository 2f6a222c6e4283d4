import { useRef, useState } from 'react'
import { island } from '#island'
import type { FormSchema } from '#features/site-content/form-schema.ts'
import { DynamicForm } from './dynamic-form.tsx'
import type { FormTexts } from './field-words.ts'
import type { FormProblems } from '../form-rules.ts'
import { CodeRequestNote } from '#features/one-time-code/portal/code-request-note.tsx'
import { CodeDialogLater } from '#features/one-time-code/portal/code-dialog-later.tsx'
import type { CodeRequestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { useCodeRequest } from '#features/one-time-code/portal/use-code-request.ts'
import { nationalDigits } from '#shared/mobile-number.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { formText } from '#portal/page/form-text.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { goTo } from '#portal/browser/go-to.ts'
import { postFields } from '#portal/browser/post-fields.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { HoneypotField } from '#portal/ui/fields/honeypot-field.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { saveLeadDetails } from '../contract.ts'
import { typedDetails, type DetailsTexts } from './details-fields.ts'
import { ADDRESS_PAGE, DETAILS_PAGE, PLAN_PAGE } from './lead-places.ts'
import { useOperatorNumber } from './use-operator-number.ts'

type DetailsFormProps = {
  texts: DetailsTexts
  formTexts: FormTexts
  codeTexts: CodeRequestTexts
  schema: FormSchema
  productCode: string
  firstValues: Record<string, string>
  problems: FormProblems
}

/** LEAD-2: with script the code dialog opens once the details are stored; without it the form is posted. */
function DetailsForm({ texts, formTexts, codeTexts, schema, productCode, firstValues, problems }: DetailsFormProps) {
  const [digits, setDigits] = useState(firstValues.msisdn ?? '')
  const number = useOperatorNumber(digits, texts)
  const request = useCodeRequest('LEAD', codeTexts)
  const { isBusy, send } = useDetails(schema, request.ask)
  return (
    <>
      <FieldsForm noValidate onSubmit={send}>
        <input type="hidden" name="plan" value={productCode} />
        <DynamicForm
          schema={schema}
          texts={formTexts}
          firstValues={firstValues}
          problems={problems}
          notes={{ msisdn: number }}
          isBusy={isBusy || request.isAsking}
          intent="details"
          cancelHref={PLAN_PAGE}
          extra={(canSend) => (
            <p>
              <Button look="quiet" isWide isSmall name="intent" value="map" disabled={!canSend}>
                {texts.placeOnMap}
              </Button>
            </p>
          )}
          onValue={(name, value) => name === 'msisdn' && setDigits(value)}
        />
        <CodeRequestNote isAsking={request.isAsking} refusal={request.refusal} sending={codeTexts.sending} />
        <HoneypotField label={texts.honeypot} />
      </FieldsForm>
      <CodeDialogLater
        code={request.code}
        purpose="LEAD"
        onVerified={() => {
          request.close()
          postFields(DETAILS_PAGE, { intent: 'submit' })
        }}
        onClose={request.close}
        onChangeNumber={request.close}
      />
    </>
  )
}

/** Stores the details by a call. Any failure is posted instead, so that the server shows it in the page. */
function useDetails(schema: FormSchema, askCode: (msisdn: string) => void) {
  const language = useLanguage()
  const [isBusy, setBusy] = useState(false)
  const isUnderWay = useRef(false)

  async function send(event: React.SubmitEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget)
    const { submitter } = event.nativeEvent
    const intent = submitter instanceof HTMLButtonElement ? submitter.value : 'details'
    const website = formText(form, 'website')
    if (website !== '') return
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    const values = typedDetails(schema, form)
    const plan = formText(form, 'plan')
    const answer = await apiClient(language, { saveLeadDetails }).saveLeadDetails({ productCode: plan, values, website })
    isUnderWay.current = false
    setBusy(false)
    if (answer?.status !== 'success' || !answer.result.isAccepted) postFields(location.href, { ...values, plan, intent })
    else if (intent === 'map' || !answer.result.isLocated) goTo(ADDRESS_PAGE)
    else askCode(nationalDigits(values.msisdn ?? ''))
  }
  return { isBusy, send }
}

export default island('details-form', DetailsForm)
