import { Form, useNavigation } from 'react-router'
import { formatMobileNumber, isMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { formText } from '#portal/form-text.ts'
import { Button } from '#portal/ui/button.tsx'
import { MobileNumberField } from '#portal/ui/mobile-number-field.tsx'
import type { FetchFormProps } from './account-fetch-form.tsx'

/** Nothing is sent before the visitor has seen which number it goes to. With script the six boxes follow, else a plain form. */
export function CodeRequestForm({
  texts,
  numberTexts,
  digits,
  problems,
  onDigits,
  onAsk,
}: FetchFormProps & { onAsk: (msisdn: string) => void }) {
  const isBusy = useNavigation().state !== 'idle'
  function ask(event: React.SubmitEvent<HTMLFormElement>) {
    const msisdn = nationalDigits(formText(new FormData(event.currentTarget), 'msisdn'))
    // The server says what is wrong with anything else.
    if (!isMobileNumber(msisdn)) return
    event.preventDefault()
    onAsk(msisdn)
  }
  return (
    <Form method="post" action="/postpaid-bill-pay?fetch=code" noValidate preventScrollReset onSubmit={ask}>
      <p>{texts.fetchByCodeLead}</p>
      <MobileNumberField
        label={numberTexts.numberLabel}
        hint={numberTexts.numberHint}
        defaultValue={formatMobileNumber(digits)}
        onDigits={onDigits}
        problem={problems?.number ? numberTexts[problems.number] : undefined}
      />
      <Button isWide name="intent" value="send-code" disabled={isBusy}>
        {texts.sendCode}
      </Button>
    </Form>
  )
}
