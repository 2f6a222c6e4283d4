import { Card } from '#portal/ui/frame/card.tsx'
import GalleryStates from './gallery-states.island.tsx'
import styles from './gallery.module.css'

/** What script takes over, in its states: the words beside each are set by the state it is in. */
export function IslandSamples() {
  return (
    <Card heading="Îlots">
      <p className={styles.soft}>
        Un îlot dort jusqu’au premier toucher (sur une liaison rapide, jusqu’au repos). S’il casse, la page redevient celle que le serveur a
        envoyée.
      </p>
      <div className={styles.stack}>
        <div className={styles.island}>
          <GalleryStates isBreaking={false} />
        </div>
        <div className={styles.island}>
          <GalleryStates isBreaking />
        </div>
      </div>
    </Card>
  )
}
