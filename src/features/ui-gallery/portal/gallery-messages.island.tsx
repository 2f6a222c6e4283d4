import { useState } from 'react'
import { island } from '#island'
import { loadingFlag } from '#portal/browser/loading-flag.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { PAYMENT_TOAST_SECONDS, RECHARGE_TOAST_SECONDS, toasts } from '#portal/ui/messages/toasts.ts'
import styles from './gallery.module.css'

const OVERLAY_MS = 2500

/** Messages that come and go. */
function PassingMessages() {
  const [notices, setNotices] = useState(0)
  return (
    <>
      {notices > 0 && (
        <Notification key={notices} kind="info" isTransient>
          Ce message s’efface après dix secondes, sauf si vous le pointez.
        </Notification>
      )}
      <div className={styles.row}>
        <Button type="button" look="quiet" isSmall data-held onClick={() => setNotices(notices + 1)}>
          Message passager
        </Button>
        <Button
          type="button"
          look="quiet"
          isSmall
          data-held
          onClick={() => toasts.show({ kind: 'success', message: 'Crédit livré.' }, RECHARGE_TOAST_SECONDS)}
        >
          Avis de succès
        </Button>
        <Button
          type="button"
          look="quiet"
          isSmall
          data-held
          onClick={() => toasts.show({ kind: 'error', message: 'Le code est faux.' }, PAYMENT_TOAST_SECONDS)}
        >
          Avis d’erreur
        </Button>
        <Button type="button" look="quiet" isSmall data-held onClick={showOverlay}>
          Écran d’attente
        </Button>
      </div>
    </>
  )
}

function showOverlay() {
  loadingFlag.show()
  setTimeout(loadingFlag.hide, OVERLAY_MS)
}

export default island('gallery-messages', PassingMessages)
