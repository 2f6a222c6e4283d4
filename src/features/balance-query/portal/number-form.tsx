import { useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { LineNumberField } from '#features/line/portal/line-number-field.tsx'
import type { LineTexts } from '#features/line/portal/line-texts.ts'
import { CodeDialogLater } from '#features/one-time-code/portal/code-dialog-later.tsx'
import type { CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import { useLineCheck } from '#features/purchase/portal/use-line-check.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import { Button } from '#portal/ui/button.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import type { BalanceAnswer } from './balance-steps.ts'
import styles from './balance-query.module.css'

type NumberFormProps = {
  texts: ContentPackages['balance-translation']
  numberLabel: string
  numberTexts: LineTexts
  codeTexts: CodeTexts
  answered: BalanceAnswer
}

/** With script the six boxes follow as soon as the number is known to be a line; without it the form is posted and the code asked for in the page. */
export function NumberForm({ texts, numberLabel, numberTexts, codeTexts, answered }: NumberFormProps) {
  const submit = useSubmit()
  /** The number a code was asked for: a press before the check has answered is not lost. */
  const [wanted, setWanted] = useState<string | null>(null)
  const isBusy = useNavigation().state !== 'idle'
  const { known, digits, isChecking, setDigits, check } = useLineCheck(answered.checked)
  const isRefused = known?.verdict?.kind === 'refused'
  function ask(event: React.SubmitEvent<HTMLFormElement>) {
    // The server says what is wrong with a number that cannot be asked about.
    if (isRefused || !isMobileNumber(digits)) return
    event.preventDefault()
    setWanted(digits)
  }
  return (
    <>
      <CodeDialogLater
        isOpen={wanted === digits && known?.verdict?.kind === 'accepted'}
        msisdn={digits}
        purpose="BALANCE"
        texts={codeTexts}
        onVerified={(uniqueCode) => {
          setWanted(null)
          void submit({ intent: 'balance', msisdn: digits, uniqueCode }, { method: 'post' })
        }}
        onClose={() => setWanted(null)}
        onChangeNumber={() => setWanted(null)}
      />
      <Form method="post" noValidate onSubmit={ask}>
        {answered.reading?.kind === 'unproven' && (
          <div className={styles.note}>
            <Notification kind="bad">{answered.reading.message}</Notification>
          </div>
        )}
        <LineNumberField
          texts={numberTexts}
          label={numberLabel}
          defaultDigits={answered.checked.msisdn}
          verdict={known?.verdict ?? null}
          isChecking={isChecking}
          problem={answered.refusal?.msisdn && numberTexts[answered.refusal.msisdn]}
          onDigits={setDigits}
          onCheck={check}
        />
        <Button isWide name="intent" value="send-code" disabled={isBusy}>
          {isBusy ? texts.reading : texts.sendCode}
        </Button>
        <p className={styles.why}>{texts.whyCode}</p>
        {known?.verdict?.kind === 'accepted' && known.verdict.type === 'BROADBAND' && <p className={styles.why}>{texts.routerHint}</p>}
      </Form>
    </>
  )
}
