import type { PaymentOption } from '../contract.ts'
import type { HubTexts } from './hub-texts.ts'
import { MethodMark } from './method-mark.tsx'
import { methodWords } from './method-words.ts'
import styles from './hub.module.css'

type MethodLinkProps = { texts: HubTexts; option: PaymentOption; isChosen: boolean; address: string }

/** HUB-1: one way to pay in the list: its mark, its name, what it asks of the payer, and whether it works at the moment. */
export function MethodLink({ option, isChosen, texts, address }: MethodLinkProps) {
  const { name, hint } = methodWords(option, texts)
  const content = (
    <>
      <MethodMark type={option.type} />
      <span className={styles.name}>
        {name}
        <small>{hint}</small>
        {troubleOf(option, texts) && <span className={styles.trouble}>{troubleOf(option, texts)}</span>}
      </span>
      <span className={styles.dot} />
    </>
  )
  if (!option.isAvailable && !isChosen) return <span className={styles.off}>{content}</span>
  return (
    <a
      data-replace
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

/** Before anybody chooses it. */
function troubleOf({ isAvailable, isSlow }: PaymentOption, texts: HubTexts): string | null {
  if (!isAvailable) return texts.unavailable
  return isSlow ? texts.slow : null
}
