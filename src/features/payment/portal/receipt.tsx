import type { ContentPackages } from '#portal/texts/content-packages.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import ReceiptActions from './receipt-actions.island.ts'
import styles from './status.module.css'

/** The reference, and what can be done with it once script is there. STAT-5: a receipt is kept of money that moved, and of nothing else. */
export function Receipt({ texts, reference }: { texts: ContentPackages['payment-translation']; reference: string }) {
  const shown = reference.replace(/(.{4})(?=.)/g, '$1-')
  const button = { type: 'button', look: 'quiet', isSmall: true, 'data-held': true } as const
  return (
    <>
      <p className={styles.reference}>
        {texts.reference} <strong>{shown}</strong>
      </p>
      <ReceiptActions>
        <div className={styles.actions}>
          <Button {...button} data-receipt="copy" data-text={shown} data-done={texts.copied}>
            {texts.copy}
          </Button>
          <span className={styles.receipt}>
            <Button {...button} data-receipt="print">
              {texts.print}
            </Button>
            <Button {...button} data-receipt="share" hidden>
              {texts.share}
            </Button>
          </span>
        </div>
      </ReceiptActions>
    </>
  )
}
