import type { ContentPackages } from '#features/site-content/content-packages.ts'
import type { ReceiptCopy } from '#features/device-storage/saved-receipts.ts'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { ActionTiles, TileButton, TileLink } from './action-tiles.tsx'
import styles from './status.module.css'

type Texts = ContentPackages['payment-translation']

const COPY = 'M9 9h11v11H9zM15 9V4H4v11h5'

/** The reference, to be read out on the phone, and copied where script runs. It stays in place while the page changes, and keeps the focus. */
export function Reference({ texts, reference }: { texts: Texts; reference: string }) {
  const shown = reference.replace(/(.{4})(?=.)/g, '$1-')
  return (
    <p className={styles.reference}>
      {texts.reference} <strong>{shown}</strong>
      <button
        type="button"
        className={styles.copy}
        aria-label={texts.copyReference}
        data-held
        data-receipt="copy"
        data-text={shown}
        data-done={texts.copied}
      >
        <Icon path={COPY} />
      </button>
    </p>
  )
}

type TilesProps = {
  texts: Texts
  phoneTexts: Pick<ContentPackages['phone-translation'], 'keepShort' | 'unkeepShort' | 'receiptKept' | 'receiptNotKept'>
  transactionId: string
  copy: ReceiptCopy
  /** For a chat: only what the phone may store, and the address that checks it. */
  message: string
}

/** STAT-5: only money that moved has a receipt. RCPT-1: its page prints it, and has it as PDF and as a picture. */
export function ReceiptTiles({ texts, phoneTexts, transactionId, copy, message }: TilesProps) {
  return (
    <ActionTiles>
      <TileButton icon="share" label={texts.share} data-receipt="share" hidden />
      <TileLink icon="chat" label="WhatsApp" aria-label={texts.sendWhatsapp} href={`https://wa.me/?text=${encodeURIComponent(message)}`} />
      <TileLink icon="receipt" label={texts.receipt} aria-label={texts.keepReceipt} href={`/payment/receipt/${transactionId}`} />
      <TileButton
        icon="keep"
        label={phoneTexts.keepShort}
        data-receipt="keep"
        data-copy={JSON.stringify(copy)}
        data-reference={copy.reference}
        data-kept={phoneTexts.unkeepShort}
      />
      <p role="status" className={styles.kept} data-news data-kept={phoneTexts.receiptKept} data-failed={phoneTexts.receiptNotKept} />
    </ActionTiles>
  )
}
