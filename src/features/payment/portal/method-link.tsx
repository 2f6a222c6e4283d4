import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import type { PaymentOption } from '../contract.ts'
import { clockTimeAfter, dayAndTimeAfter } from './clock-time.ts'
import type { HubTexts } from './hub-texts.ts'
import { CardMarks, MethodMark } from './method-mark.tsx'
import { methodWords } from './method-words.ts'
import styles from './hub.module.css'

type MethodLinkProps = { texts: HubTexts; option: PaymentOption; isChosen: boolean; address: string }

/** HUB-1: one method in the list: its mark, its name, what it requires of the payer, and whether it works now. */
export function MethodLink({ option, isChosen, texts, address }: MethodLinkProps) {
  const { name, hint } = methodWords(option, texts)
  const trouble = troubleOf(option, texts, useLanguage())
  const content = (
    <>
      <MethodMark type={option.type} name={name} />
      <span className={styles.name}>
        {name}
        {option.type === 'PG' ? <CardMarks names={hint} /> : <small>{hint}</small>}
        {trouble && <span className={styles.trouble}>{trouble}</span>}
      </span>
      <span className={styles.dot} />
    </>
  )
  if (!option.isAvailable && !isChosen) return <span className={styles.off}>{content}</span>
  return (
    <a
      data-replace="method-form"
      href={address}
      className={isChosen ? styles.chosen : undefined}
      aria-current={isChosen ? 'true' : undefined}
      aria-expanded={isChosen}
      aria-controls={isChosen ? 'method-form' : undefined}
    >
      {content}
    </a>
  )
}

/** Shown before the method is chosen. */
function troubleOf({ isAvailable, isSlow, busyUntil, closedUntil }: PaymentOption, texts: HubTexts, language: Language): string | null {
  if (closedUntil !== undefined) return fillText(texts.closedUntil, { time: dayAndTimeAfter(closedUntil, new Date(), language) })
  if (busyUntil !== undefined) return fillText(texts.busyUntil, { time: clockTimeAfter(busyUntil, language) })
  if (!isAvailable) return texts.unavailable
  return isSlow ? texts.slow : null
}
