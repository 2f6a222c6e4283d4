import { Icon } from './icon.tsx'
import { BACK, CROSS, SIGNS } from './signs.ts'
import styles from './stamp.module.css'

type StampKind = 'good' | 'wait' | 'warn' | 'bad' | 'returned'

/** The first thing seen on the status page. Hidden from screen readers: the heading below says the same. */
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
