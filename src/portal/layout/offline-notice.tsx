import { useSyncExternalStore } from 'react'
import styles from './page-frame.module.css'

function subscribe(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Says so when the network is gone, and that nothing is lost. */
export function OfflineNotice({ text }: { text: string }) {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!isOnline && (
        <div className={styles.offline}>
          <div className={styles.wrap}>{text}</div>
        </div>
      )}
    </div>
  )
}
