import { Form, useNavigation } from 'react-router'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import type { LineTexts } from '#features/line/portal/line-texts.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import { Button } from '#portal/ui/button.tsx'
import { Field } from '#portal/ui/field.tsx'
import { MobileNumberField } from '#portal/ui/mobile-number-field.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import type { FetchProblems } from './fetch-bill.ts'
import styles from './postpaid-bill.module.css'

export type FetchFormProps = {
  texts: ContentPackages['bill-translation']
  numberTexts: LineTexts & { numberLabel: string }
  digits: string
  problems: FetchProblems | null
  onDigits: (digits: string) => void
}

/** POST-5: ten characters; what the operator says about an account stands here in its own words. */
export function AccountFetchForm({ texts, numberTexts, digits, problems, onDigits }: FetchFormProps) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Form method="post" action="/postpaid-bill-pay?fetch=account" noValidate preventScrollReset>
      <p>{texts.fetchByAccountLead}</p>
      {problems?.message && (
        <div className={styles.note}>
          <Notification kind="bad">{problems.message}</Notification>
        </div>
      )}
      <MobileNumberField
        label={numberTexts.numberLabel}
        hint={numberTexts.numberHint}
        defaultValue={formatMobileNumber(digits)}
        onDigits={onDigits}
        problem={problems?.number ? numberTexts[problems.number] : undefined}
      />
      <Field
        label={texts.postpaidAccountLabel}
        name="accountNo"
        hint={texts.postpaidAccountHint}
        problem={problems?.problem ? texts[problems.problem] : undefined}
        input={{ autoComplete: 'off', spellCheck: false, maxLength: 24, defaultValue: problems?.accountNo ?? '' }}
      />
      <Button isWide name="intent" value="account" disabled={isBusy}>
        {texts.getOutstanding}
      </Button>
    </Form>
  )
}
