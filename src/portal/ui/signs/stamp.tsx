import { Icon } from './icon.tsx'
import { SIGNS } from './signs.ts'
import styles from './stamp.module.css'

/** As large as the other signs; a close button has a smaller one. */
const CROSS = 'M6 6l12 12M18 6 6 18'
const BACK = 'M9 14 4 9l5-5M4 9h10a5.5 5.5 0 0 1 0 11h-3'

type StampKind = 'good' | 'wait' | 'warn' | 'bad' | 'returned'

/** The first thing seen on the status page. Silent: the heading below says the same in words. */
export function Stamp({ kind }: { kind: StampKind }) {
  return (
    <div className={`${styles.stamp} ${styles[kind]}`}>
      <Icon path={pathOf(kind)} />
    </div>
  )
}

function pathOf(kind: StampKind): string {
  if (kind === 'bad') return CROSS
  return kind === 'returned' ? BACK : SIGNS[kind]
}
