import { fillText } from '#shared/fill-text.ts'
import { formatMoney, fromMajor } from '#shared/money.ts'
import type { Outstanding } from '../contract.ts'
import { formatOutstanding } from './outstanding-words.ts'
import { hasFraction } from '../rules.ts'
import type { BillTexts } from './bill-texts.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { Notification } from '#portal/ui/messages/notification.tsx'
import styles from './postpaid-bill.module.css'

/** POST-3: what is owed, and what happens to a fraction of it. */
export function OutstandingNote({
  texts,
  outstanding: { totalOutstanding, payableAmount },
}: {
  texts: BillTexts
  outstanding: Outstanding
}) {
  const language = useLanguage()
  const amount = formatOutstanding(totalOutstanding, language)
  if (totalOutstanding <= 0)
    return (
      <Note kind="good" title={texts.nothingOutstanding}>
        {texts.nothingOutstandingText}
      </Note>
    )
  const owed = fillText(texts.outstanding, { amount })
  if (payableAmount === null)
    return (
      <Note kind="warn" title={owed}>
        {fillText(texts.notRounded, { amount })}
      </Note>
    )
  return (
    <Note kind="info" title={owed}>
      {hasFraction(totalOutstanding) && fillText(texts.rounded, { amount: formatMoney(fromMajor(payableAmount), language) })}
    </Note>
  )
}

function Note(props: React.ComponentProps<typeof Notification>) {
  return (
    <div className={styles.note}>
      <Notification {...props} />
    </div>
  )
}
