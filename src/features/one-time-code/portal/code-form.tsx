import { useId } from 'react'
import { sentences } from '#shared/sentences.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { attemptWords, sentWords, type CodeTexts } from './code-texts.ts'
import styles from './code-dialog.module.css'

export type CodeFormProps = {
  texts: CodeTexts
  msisdn: string
  reference: string
  /** The message of the last refusal. */
  problem?: string | undefined
  attemptsLeft?: number | undefined
  /** OTP-4: whether the SMS centre accepted the message; null or missing when this response is not about a send. */
  isConfirmed?: boolean | null
  /** Set when no further try can succeed (2002): the field disappears, the way back stays. */
  isOver?: boolean
  /** Hidden fields that the page needs with every post. */
  hidden?: Readonly<Record<string, string>> | undefined
}

const NOTHING: Readonly<Record<string, string>> = {}

/**
 * The dialog's steps as a plain form, for pages without script. It posts `intent` (verify-code, resend-code or change-number), `otp`,
 * `reference` and `msisdn` to its own page.
 */
export function CodeForm(props: CodeFormProps) {
  const { texts, msisdn, reference, problem, attemptsLeft, isConfirmed = null, isOver = false, hidden = NOTHING } = props
  const problemId = useId()
  const hint = attemptsLeft === undefined ? texts.codeHint : sentences(texts.codeHint, attemptWords(attemptsLeft, texts))
  return (
    <FieldsForm noValidate className={styles.steps} aria-describedby={isOver ? problemId : undefined}>
      <input type="hidden" name="reference" value={reference} />
      <input type="hidden" name="msisdn" value={msisdn} />
      {attemptsLeft !== undefined && <input type="hidden" name="attemptsLeft" value={attemptsLeft} />}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {isOver ? (
        <>
          <p id={problemId} role="alert">
            {problem}
          </p>
          <p>{texts.lockedHelp}</p>
        </>
      ) : (
        <>
          <p>{sentWords(isConfirmed, msisdn, texts)}</p>
          <Field
            label={texts.codeLabel}
            name="otp"
            hint={hint}
            problem={problem && attemptsLeft !== undefined ? sentences(problem, attemptWords(attemptsLeft, texts)) : problem}
            // Without script a page begins at its top: after another code or a wrong one, typing goes on here.
            input={{
              autoFocus: true,
              inputMode: 'numeric',
              autoComplete: 'one-time-code',
              maxLength: 20,
              defaultValue: '',
              spellCheck: false,
            }}
          />
          <Button isWide name="intent" value="verify-code">
            {texts.verify}
          </Button>
          <p>{texts.notReceivedHint}</p>
          <Button isWide look="quiet" name="intent" value="resend-code">
            {texts.resend}
          </Button>
          <p>{texts.neverShare}</p>
        </>
      )}
      <Button isWide look="quiet" name="intent" value="change-number">
        {texts.changeNumber}
      </Button>
    </FieldsForm>
  )
}
