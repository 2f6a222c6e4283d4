import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import styles from './status.module.css'

type ReceiptProps = { texts: ContentPackages['payment-translation'] }

/** The reference, to be read out on the phone, and copied where script runs. */
export function Reference({ texts, reference }: ReceiptProps & { reference: string }) {
  const shown = reference.replace(/(.{4})(?=.)/g, '$1-')
  return (
    <div className={styles.reference}>
      <p>
        {texts.reference} <strong>{shown}</strong>
      </p>
      <div className={styles.scripted}>
        <Button type="button" look="quiet" isSmall data-held data-receipt="copy" data-text={shown} data-done={texts.copied}>
          {texts.copy}
        </Button>
      </div>
    </div>
  )
}

/** STAT-5: only money that moved has a receipt. */
export function ReceiptButtons({ texts, transactionId }: ReceiptProps & { transactionId: string }) {
  const button = { type: 'button', look: 'quiet', isSmall: true, 'data-held': true } as const
  return (
    <>
      {/* RCPT-1: to print, as PDF and as an image. */}
      <div className={styles.keep}>
        <ButtonLink look="quiet" isSmall href={`/payment/receipt/${transactionId}`}>
          {texts.keepReceipt}
        </ButtonLink>
      </div>
      <div className={`${styles.keep} ${styles.scripted}`}>
        <Button {...button} data-receipt="print">
          {texts.print}
        </Button>
        <Button {...button} data-receipt="share" hidden>
          {texts.share}
        </Button>
      </div>
    </>
  )
}
