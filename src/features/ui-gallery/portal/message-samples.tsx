import { useState } from 'react'
import { Button } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { PAYMENT_TOAST_SECONDS, RECHARGE_TOAST_SECONDS, toasts } from '#portal/ui/toasts.ts'
import { loadingFlag } from '#portal/loading/loading-flag.ts'
import styles from './gallery.module.css'

const OVERLAY_MS = 2500

export function MessageSamples() {
  return (
    <Card heading="Messages">
      <div className={styles.stack}>
        <Notification kind="info">Le service sera ralenti ce soir entre 23 h et 1 h.</Notification>
        <Notification kind="good" title="Ligne reconnue">
          Le 90 00 00 01 est une ligne prépayée Ténéré Mobile.
        </Notification>
        <Notification
          kind="warn"
          title="Solde insuffisant"
          action={
            <Button type="button" look="quiet" isSmall>
              Choisir un autre moyen
            </Button>
          }
        >
          Il manque 200 F CFA sur votre ligne.
        </Notification>
        <Notification kind="bad" title="Paiement refusé">
          Rien n’a été débité. Appelez le <a href="tel:300">300</a> si le problème continue.
        </Notification>
        <PassingMessages />
      </div>
    </Card>
  )
}

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
        <Button type="button" look="quiet" isSmall onClick={() => setNotices(notices + 1)}>
          Message passager
        </Button>
        <Button
          type="button"
          look="quiet"
          isSmall
          onClick={() => toasts.show({ kind: 'success', message: 'Crédit livré.' }, RECHARGE_TOAST_SECONDS)}
        >
          Avis de succès
        </Button>
        <Button
          type="button"
          look="quiet"
          isSmall
          onClick={() => toasts.show({ kind: 'error', message: 'Le code est faux.' }, PAYMENT_TOAST_SECONDS)}
        >
          Avis d’erreur
        </Button>
        <Button type="button" look="quiet" isSmall onClick={showOverlay}>
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
