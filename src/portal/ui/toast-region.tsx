import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import { SIGNS } from './signs.ts'
import { toasts } from './toasts.ts'
import styles from './toast-region.module.css'

/** TOAST-1: a heading for the kind, the message, a button to close it. Lives outside the page, so it survives navigation. */
export function ToastRegion({ closeLabel, headings }: { closeLabel: string; headings: { error: string; success: string } }) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current, () => null)
  return (
    <div className={styles.region} aria-live="assertive">
      {shown && (
        <div className={`${styles.toast} ${styles[shown.kind]}`}>
          <p>
            <strong>{headings[shown.kind]}</strong>
            {shown.message}
          </p>
          <button type="button" onClick={toasts.close} aria-label={closeLabel}>
            <Icon path={SIGNS.cross} />
          </button>
        </div>
      )}
    </div>
  )
}
