import { useRef, useState } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { formatMoney, fromMajor } from '#shared/money.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Dialog } from '#portal/ui/messages/dialog.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { callProcess, type PinStart } from './pin-calls.ts'
import type { WalletTexts } from './hub-texts.ts'
import styles from './hub.module.css'

export type PinDialogProps = {
  start: PinStart
  texts: WalletTexts
  payAmount: string
  amount: number
  onPaid: () => void
  onLocked: (message: string) => void
  onClose: () => void
}

/** MM-1, SC-1: the wallet counts wrong PINs, so its count is shown, also when the dialog is opened again. */
export function PinDialog({ start, texts, payAmount, amount, onPaid, onLocked, onClose }: PinDialogProps) {
  const language = useLanguage()
  const input = useRef<HTMLFormElement>(null)
  const [isPaying, setPaying] = useState(false)
  const [attemptsLeft, setAttemptsLeft] = useState(start.attemptsLeft)
  const [problem, setProblem] = useState<string | undefined>()

  async function pay(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('pin')
    const pin = typeof typed === 'string' ? typed.replace(/\D/g, '') : ''
    if (isPaying) return
    if (pin.length !== start.pinKey.digits) return setProblem(texts.pinIncomplete)
    setProblem(undefined)
    setPaying(true)
    const verdict = await callProcess(language, start, pin)
    if (verdict.kind === 'sent') return onPaid()
    if (verdict.kind === 'locked') return onLocked(verdict.message)
    setPaying(false)
    input.current?.reset()
    // The pressed button was disabled meanwhile, and lost the focus.
    input.current?.querySelector('input')?.focus()
    if (verdict.kind === 'not-sealed') return setProblem(texts.pinNotSealed)
    // A missing response is not a refusal: the status page queries the wallet for the outcome.
    if (verdict.kind === 'refused' && verdict.message === null) return onPaid()
    if (verdict.kind === 'refused') return setProblem(verdict.message ?? texts.noAnswer)
    const left = verdict.attemptsLeft ?? attemptsLeft
    setAttemptsLeft(left)
    return setProblem(`${verdict.message} ${attemptWords(left, texts)}`)
  }

  return (
    <Dialog isOpen title={texts.pinTitle} closeLabel={isPaying ? undefined : texts.close} onClose={onClose}>
      <FieldsForm ref={input} noValidate autoComplete="off" onSubmit={(event) => void pay(event)}>
        <Field
          label={texts.pinLabel}
          name="pin"
          hint={`${texts.pinHint} ${attemptWords(attemptsLeft, texts)}`}
          problem={problem}
          input={{ type: 'password', inputMode: 'numeric', autoComplete: 'off', maxLength: start.pinKey.digits, autoFocus: true }}
        />
        <Button isWide disabled={isPaying}>
          {isPaying ? texts.paying : fillText(payAmount, { amount: formatMoney(fromMajor(amount), language) })}
        </Button>
        <p className={styles.note}>{texts.pinNobodyAsks}</p>
      </FieldsForm>
    </Dialog>
  )
}

function attemptWords(count: number, texts: WalletTexts): string {
  return count === 1 ? texts.lastAttempt : fillText(texts.attemptsLeft, { count })
}
