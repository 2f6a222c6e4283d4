import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { ActionTiles, ChatTile, TileButton, TileLink } from './action-tiles.tsx'
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
  transactionId: string
  /** For a chat: only what a phone may store, and the address that checks it. */
  message: string
}

/** STAT-5: only money that moved has a receipt. RCPT-1: its page prints and keeps it, and has it as PDF and as a picture. */
export function ReceiptTiles({ texts, transactionId, message }: TilesProps) {
  return (
    <ActionTiles>
      <TileButton icon="share" label={texts.share} data-receipt="share" hidden />
      <ChatTile name={texts.sendWhatsapp} message={message} />
      <TileLink icon="receipt" label={texts.receipt} aria-label={texts.keepReceipt} href={`/payment/receipt/${transactionId}`} />
    </ActionTiles>
  )
}
