import { useState } from 'react'
import { island } from '#island'
import { checkAmount, type AmountLimits, type AmountProblem } from '#shared/amount-limits.ts'
import { fillText } from '#shared/fill-text.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import type { Outstanding } from '../contract.ts'
import { LineNumberField } from '#features/line/portal/line-number-field.tsx'
import type { CodeRequestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { amountWords } from '#features/purchase/portal/amount-words.ts'
import type { CheckedLine, Refusal } from '#features/purchase/portal/checked-line.ts'
import { useLineOffer } from '#features/purchase/portal/use-number-check.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { useSessionMirror } from '#features/visit/portal/session-mirror.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { MoneyField } from '#portal/ui/fields/money-field.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { isMainButton, leadToMissing } from '#portal/ui/fields/lead-to-missing.ts'
import { useHasScript } from '#portal/ui/frame/use-has-script.ts'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { PAGE } from './bill-answer.ts'
import type { BillTexts, NumberTexts } from './bill-texts.ts'
import { FetchBillDialog, type FirstFetch } from './fetch-bill-dialog.tsx'
import { FetchLink } from './fetch-link.tsx'
import { useBillAmount } from './use-bill-amount.ts'
import { OutstandingNote } from './outstanding-note.tsx'
import styles from './postpaid-bill.module.css'

type BillFormProps = {
  texts: BillTexts
  numberTexts: NumberTexts
  codeTexts: CodeRequestTexts
  limits: AmountLimits
  fetching: FirstFetch
  checked: CheckedLine
  refusal: Refusal | null
  amountText: string
  outstanding: Outstanding | null
}

/** POST-1..5 */
function BillForm({ texts, numberTexts, codeTexts, limits, fetching, checked, refusal, amountText, outstanding }: BillFormProps) {
  const [way, setWay] = useState(fetching.way)
  const language = useLanguage()
  const { known, isChecking, setDigits, digits, check } = useLineOffer(checked, PAGE)
  const isLineAccepted = known?.verdict?.kind === 'accepted'
  const { typedAmount, setTypedAmount, ...amount } = useBillAmount({ outstanding, amountText, checked, digits, setDigits })
  const [isAsked, setAsked] = useState(false)
  const checkedAmount = typedAmount === '' && !isAsked ? null : checkAmount(typedAmount, language, limits)
  const typedProblem = checkedAmount && 'problem' in checkedAmount ? checkedAmount.problem : undefined
  // POST-4, NUM-2. Without script the button is always active and the server says what is missing.
  const isOff = useHasScript() && !(isLineAccepted && checkedAmount !== null && typedProblem === undefined)
  function hold(event: React.SubmitEvent<HTMLFormElement>) {
    if (!isOff || !isMainButton(event)) return
    setAsked(true)
    leadToMissing(event, isLineAccepted ? 'amount' : 'msisdn')
  }
  useSessionMirror('widgetInfo', isLineAccepted && isMobileNumber(known.msisdn) ? { type: 'postpaid', msisdn: known.msisdn } : null)
  return (
    <>
      <FieldsForm action={PAGE} noValidate onSubmit={hold}>
        <Card>
          {refusal?.message && (
            <div className={styles.note}>
              <Notification kind="bad">{refusal.message}</Notification>
            </div>
          )}
          <LineNumberField
            texts={numberTexts}
            label={numberTexts.numberLabel}
            defaultDigits={checked.msisdn}
            verdict={known?.verdict ?? null}
            isChecking={isChecking}
            problem={refusal?.msisdn && numberTexts[refusal.msisdn]}
            isAsked={isAsked}
            onDigits={amount.changeNumber}
            onCheck={check}
          />
          <p className={styles.fetch}>
            <span>{texts.fetchBillHint}</span>{' '}
            <FetchLink way="code" onWay={setWay}>
              {texts.fetchBill}
            </FetchLink>
          </p>
          {outstanding && checked.msisdn === digits && <OutstandingNote texts={texts} outstanding={outstanding} />}
          {amount.fetchedFor && <input type="hidden" name="fetchedFor" value={amount.fetchedFor} />}
          <BillAmount
            key={amount.field.key}
            texts={numberTexts}
            first={amount.field.first}
            limits={limits}
            problem={typedProblem ?? (typedAmount === '' ? refusal?.amount : undefined)}
            onTyped={setTypedAmount}
          />
          <Button isWide aria-disabled={isOff || undefined}>
            {texts.makePayment}
          </Button>
        </Card>
      </FieldsForm>
      <FetchBillDialog
        way={way}
        first={fetching}
        texts={texts}
        numberTexts={numberTexts}
        codeTexts={codeTexts}
        digits={digits}
        onWay={setWay}
      />
    </>
  )
}

type BillAmountProps = {
  texts: NumberTexts
  first: Money | null
  limits: AmountLimits
  problem: AmountProblem | undefined
  onTyped: (text: string) => void
}

function BillAmount({ texts, first, limits, problem, onTyped }: BillAmountProps) {
  const language = useLanguage()
  return (
    <MoneyField
      label={texts.amountLabel}
      hint={fillText(texts.amountHint, { min: formatMoney(limits.min, language), max: formatMoney(limits.max, language) })}
      defaultAmount={first ?? undefined}
      problem={amountWords(problem, texts, language)}
      onTyped={onTyped}
    />
  )
}

export default island('bill-form', BillForm)
