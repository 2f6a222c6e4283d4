import { useState } from 'react'
import { island } from '#island'
import { EMAIL_MAX_LENGTH, isEmail } from '#shared/email.ts'
import { isFixedAccount, tidyAccount } from '../rules.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { useHasScript } from '#portal/ui/frame/use-has-script.ts'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import type { AccountTexts } from './account-texts.ts'
import styles from './fixed-internet.module.css'

export type AccountProblems = { accountNo?: 'accountRequired' | 'invalidAccount'; email?: 'emailRequired' | 'invalidEmail' }

type AccountFormProps = {
  texts: AccountTexts
  typed: { accountNo: string; email: string }
  problems: AccountProblems
  /** Once bills are shown, paying one is the main action. */
  isAnswered: boolean
}

/** FIX-2, FIX-3. Without script the button is always active and the server validates. */
function AccountForm({ texts, typed, problems, isAnswered }: AccountFormProps) {
  const hasScript = useHasScript()
  const account = useTyping(typed.accountNo, (text) => isFixedAccount(tidyAccount(text)))
  const email = useTyping(typed.email, (text) => isEmail(text.trim()))
  const accountProblem = account.isLeftWrong ? 'invalidAccount' : account.isChanged ? undefined : problems.accountNo
  const emailProblem = email.isLeftWrong ? 'invalidEmail' : email.isChanged ? undefined : problems.email
  return (
    <Card>
      <FieldsForm noValidate className={styles.form}>
        <Field
          label={texts.fixedAccountLabel}
          name="accountNo"
          hint={texts.fixedAccountHint}
          problem={accountProblem && texts[accountProblem]}
          input={{ ...account.input, autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, maxLength: 24 }}
        />
        <Field
          label={texts.emailLabel}
          name="email"
          hint={texts.emailHint}
          problem={emailProblem && texts[emailProblem]}
          input={{ ...email.input, type: 'email', autoComplete: 'email', maxLength: EMAIL_MAX_LENGTH }}
        />
        <div className={styles.submit}>
          <Button isWide look={isAnswered ? 'quiet' : 'main'} disabled={hasScript && !(account.isValid && email.isValid)}>
            {texts.showBills}
          </Button>
        </div>
      </FieldsForm>
    </Card>
  )
}

/** A field shows its error when the visitor leaves it, not while they are typing. */
function useTyping(first: string, isRight: (text: string) => boolean) {
  const [text, setText] = useState(first)
  const [isLeft, setLeft] = useState(false)
  const isValid = isRight(text)
  return {
    isValid,
    isChanged: text !== first,
    isLeftWrong: isLeft && text !== '' && !isValid,
    input: {
      defaultValue: first,
      onInput: (event: React.InputEvent<HTMLInputElement>) => {
        setText(event.currentTarget.value)
        setLeft(false)
      },
      onBlur: () => setLeft(true),
    },
  }
}

export default island('account-form', AccountForm)
