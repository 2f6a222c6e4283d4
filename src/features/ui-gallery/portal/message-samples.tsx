import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import GalleryMessages from './gallery-messages.island.tsx'
import styles from './gallery.module.css'

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
        <GalleryMessages />
      </div>
    </Card>
  )
}
