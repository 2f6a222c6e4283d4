import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber, isMobileNumber } from '#shared/mobile-number.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import KeepNumberIsland from './keep-number.island.ts'
import styles from './keep-number.module.css'

type KeepNumberProps = { texts: ContentPackages['phone-translation']; number: string; paymentId: string }

/**
 * RECENT-1: asks once, on a receipt, whether paid numbers may be saved. `number` is unmasked, so it is rendered only for the payer.
 * The question is hidden until script knows what the phone has saved (show-keeping.ts); a press hydrates the rest.
 */
export function KeepNumber({ texts, number, paymentId }: KeepNumberProps) {
  if (!isMobileNumber(number)) return null
  const values = { number: formatMobileNumber(number) }
  const quiet = { type: 'button', look: 'quiet', isSmall: true, 'data-held': true } as const
  return (
    <KeepNumberIsland>
      <section
        className={styles.keep}
        data-keep={number}
        data-payment={paymentId}
        data-kept={fillText(texts.isKept, values)}
        data-remove={fillText(texts.removeNumber, values)}
        data-removed={fillText(texts.removedNumber, values)}
        data-name-it={texts.nameIt}
        data-no={texts.isNotKept}
        data-failed={texts.couldNotKeep}
        hidden
      >
        <h2 tabIndex={-1}>{fillText(texts.keepTitle, values)}</h2>
        <p>{texts.keepHelp}</p>
        <Button {...quiet}>{texts.keepYes}</Button> <Button {...quiet}>{texts.keepNo}</Button>
      </section>
    </KeepNumberIsland>
  )
}
