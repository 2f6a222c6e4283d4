import { fillText } from '#shared/fill-text.ts'
import type { UnitTexts } from '#features/bundles/unit-words.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import type { BalanceItem } from '../contract.ts'
import { usageOf, type Usage } from '../rules.ts'
import { balanceName, quantityWords, untilWords } from './balance-words.ts'
import styles from './balance-meter.module.css'

type BalanceMeterProps = {
  item: BalanceItem
  texts: ContentPackages['balance-translation']
  unitTexts: UnitTexts
}

/** One bundle: what is left as text, as a bar when the initial amount is known, and until when. */
export function BalanceMeter({ item, texts, unitTexts }: BalanceMeterProps) {
  const language = useLanguage()
  const usage = usageOf(item)
  const words = (value: number) => quantityWords(value, item.unitType, { unitTexts, language })
  const warning = usage.kind === 'share' && usage.state !== 'enough' && (usage.state === 'low' ? texts.runningOut : texts.usedUp)
  return (
    <>
      <p className={styles.name}>
        <strong>{balanceName(item, texts)}</strong>
        {warning && <span className={styles.warning}>{warning}</span>}
      </p>
      {usage.kind !== 'counted' && <Bar usage={usage} />}
      <p className={styles.facts}>
        <span>{leftWords(item, texts, words)}</span>
        {item.expireTime && <span className={styles.until}>{untilWords(item.expireTime, texts, language)}</span>}
      </p>
    </>
  )
}

function leftWords({ balance, initialBalance }: BalanceItem, texts: BalanceMeterProps['texts'], words: (value: number) => string): string {
  if (balance === null) return texts.unlimited
  const left = words(Math.max(0, balance))
  return initialBalance === null ? fillText(texts.left, { left }) : fillText(texts.leftOf, { left, total: words(initialBalance) })
}

/** Repeats the text beside it visually; hidden from screen readers. */
function Bar({ usage }: { usage: Exclude<Usage, { kind: 'counted' }> }) {
  const width = usage.kind === 'unlimited' ? 100 : usage.percentLeft
  const look = usage.kind === 'unlimited' ? styles.unlimited : usage.state === 'enough' ? styles.enough : styles.low
  return (
    <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className={look} width={width} height="8" />
    </svg>
  )
}
