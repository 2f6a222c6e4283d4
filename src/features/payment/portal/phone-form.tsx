import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { BRAND } from '#shared/brand.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber, isMobileNumber } from '#shared/mobile-number.ts'
import type { QueryData } from '#features/purchase/contract.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import { Button, ButtonLink } from '#portal/ui/button.tsx'
import { MobileNumberField } from '#portal/ui/mobile-number-field.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { EmailField } from './email-field.tsx'
import type { HubTexts } from './hub-texts.ts'
import type { PhoneAnswer } from './phone-payment.ts'
import styles from './hub.module.css'

export type WalletTexts = ContentPackages['wallet-translation']

type PhoneFormProps = {
  hubTexts: HubTexts
  texts: WalletTexts
  queryData: QueryData
  answered: PhoneAnswer | undefined
  lead: string
  label?: string
  hint?: string
  submitLabel: string
  /** SC-1, MP-1: a way back beside the way on. */
  hasCancel?: boolean
  wantsEmail?: boolean
  /** The specification words the same problems differently on the airtime page. */
  problemWords?: Partial<Record<NonNullable<PhoneAnswer['problems'][keyof PhoneAnswer['problems']]>, string>>
  /** What the button posts; answered by script where the next step needs it. */
  intent?: string
  onSubmit?: (event: React.SubmitEvent<HTMLFormElement>) => void
  children?: React.ReactNode
}

/** The number that pays, and where the method wants it an e-mail address. Posts to the page it stands on. */
export function PhoneForm(props: PhoneFormProps) {
  const { hubTexts, texts, queryData, answered, lead, label, hint, submitLabel, hasCancel, wantsEmail, problemWords, intent, onSubmit } =
    props
  const isBusy = useNavigation().state !== 'idle'
  const [email, setEmail] = useState(answered?.email ?? queryData.emailId ?? '')
  const words = {
    phoneRequired: texts.phoneRequired,
    phoneInvalid: fillText(texts.moneyPhoneInvalid, { operator: BRAND.name }),
    emailRequired: hubTexts.emailRequired,
    emailInvalid: hubTexts.emailInvalid,
    ...problemWords,
  }
  const { phone: phoneProblem, email: emailProblem } = answered?.problems ?? {}
  return (
    <Form method="post" noValidate onSubmit={onSubmit}>
      {answered?.message && <Notification kind="bad">{answered.message}</Notification>}
      <p>{lead}</p>
      {props.children}
      <MobileNumberField
        label={label ?? texts.phone}
        hint={hint ?? texts.phoneHint}
        defaultValue={formatMobileNumber(answered?.msisdn ?? payerOf(queryData))}
        problem={phoneProblem && words[phoneProblem]}
      />
      {wantsEmail && <EmailField texts={hubTexts} email={email} problem={emailProblem && words[emailProblem]} onEmail={setEmail} />}
      <div className={styles.choices}>
        <Button isWide disabled={isBusy} name="intent" value={intent}>
          {submitLabel}
        </Button>
        {hasCancel && (
          <ButtonLink isWide look="quiet" href={queryData.redirectPage}>
            {texts.cancel}
          </ButtonLink>
        )}
      </div>
    </Form>
  )
}

/** Most people pay for their own line. */
function payerOf({ msisdn }: QueryData): string {
  return isMobileNumber(msisdn) ? msisdn : ''
}
