import { Icon } from './icon.tsx'
import { SIGNS } from './signs.ts'
import styles from './seal.module.css'

/** As large as the other signs; a close button has a smaller one. */
const CROSS = 'M6 6l12 12M18 6 6 18'

/** The first thing seen on the status page. Silent: the heading below says the same in words. */
export function Seal({ kind }: { kind: 'good' | 'wait' | 'warn' | 'bad' }) {
  return (
    <div className={`${styles.seal} ${styles[kind]}`}>
      <Icon path={kind === 'bad' ? CROSS : SIGNS[kind]} />
    </div>
  )
}
