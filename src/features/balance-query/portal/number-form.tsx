import { useEffect, useEffectEvent, useState } from 'react'
import { LineNumberField } from '#features/line/portal/line-number-field.tsx'
import type { LineTexts } from '#features/line/portal/line-texts.ts'
import { CodeRequestNote } from '#features/one-time-code/portal/code-request-note.tsx'
import { CodeDialogLater } from '#features/one-time-code/portal/code-dialog-later.tsx'
import type { CodeRequestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { useCodeRequest } from '#features/one-time-code/portal/use-code-request.ts'
import type { CheckedLine, Refusal } from '#features/purchase/portal/checked-line.ts'
import { useLineType } from '#features/purchase/portal/use-number-check.ts'
import { postFields } from '#portal/browser/post-fields.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { useWholeNumber } from '#portal/ui/fields/use-whole-number.ts'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import type { BalancePage } from './balance-steps.ts'
import type { NumberFormTexts } from './balance-texts.ts'
import styles from './balance-query.module.css'

export type NumberFormProps = {
  page: BalancePage
  /** Where the form is sent: the page, with its dialog open where it has one. */
  action: string
  texts: NumberFormTexts
  numberLabel: string
  numberTexts: LineTexts
  codeTexts: CodeRequestTexts
  checked: CheckedLine
  refusal: Refusal | null
  /** Why a requested balance is not shown. */
  message: string | null
}

/** With script the code field follows once the number is known to be a line; without it the form is posted and the page has the field. */
export function NumberForm(props: NumberFormProps) {
  const { page, action, texts, numberLabel, numberTexts, codeTexts, checked, refusal, message } = props
  /** The number whose code was requested: a press before the check has answered is not lost. */
  const [wanted, setWanted] = useState<string | null>(null)
  const { known, digits, isChecking, setDigits, check } = useLineType(checked, page)
  const verdict = known?.verdict ?? null
  const request = useCodeRequest('BALANCE', codeTexts)
  // ERR-1: a check without an answer uses the press up; the field says so, and the next press checks again.
  const isAnswered = !isChecking && (verdict?.kind === 'accepted' || verdict?.kind === 'unchecked')
  useAnswerOnce(wanted === digits && isAnswered, () => {
    setWanted(null)
    if (verdict?.kind === 'accepted') request.ask(digits)
  })
  const { isOff, isAsked, isHeld } = useWholeNumber(digits, verdict?.kind === 'refused')
  function ask(event: React.SubmitEvent<HTMLFormElement>) {
    if (isHeld(event)) return
    event.preventDefault()
    setWanted(digits)
    if (verdict?.kind === 'unchecked') check(digits)
  }
  return (
    <>
      <CodeDialogLater
        code={request.code}
        purpose="BALANCE"
        onVerified={() => {
          request.close()
          postFields(action, { intent: 'balance', msisdn: request.code?.msisdn ?? '' })
        }}
        onClose={request.close}
        onChangeNumber={request.close}
      />
      <FieldsForm action={action} noValidate onSubmit={ask}>
        {request.wasAsked && (
          <div className={styles.note}>
            <CodeRequestNote isAsking={request.isAsking} refusal={request.refusal} sending={codeTexts.sending} />
          </div>
        )}
        {message && !request.wasAsked && (
          <div className={styles.note}>
            <Notification kind="bad">{message}</Notification>
          </div>
        )}
        <LineNumberField
          texts={numberTexts}
          label={numberLabel}
          defaultDigits={checked.msisdn}
          verdict={verdict}
          isChecking={isChecking}
          problem={request.wasAsked ? undefined : refusal?.msisdn && numberTexts[refusal.msisdn]}
          isAsked={isAsked}
          onDigits={setDigits}
          onCheck={check}
        />
        <Button isWide name="intent" value="send-code" aria-disabled={isOff || undefined}>
          {texts.sendCode}
        </Button>
        <p className={styles.why}>{texts.whyCode}</p>
        {verdict?.kind === 'accepted' && verdict.type === 'BROADBAND' && <p className={styles.why}>{texts.routerHint}</p>}
      </FieldsForm>
    </>
  )
}

/** The check of the number may answer after the press. */
function useAnswerOnce(isDue: boolean, answer: () => void) {
  const answerNow = useEffectEvent(() => answer())
  useEffect(() => {
    if (isDue) answerNow()
  }, [isDue])
}
