import { Icon } from '../signs/icon.tsx'
import { SIGNS } from '../signs/signs.ts'
import styles from './notification.module.css'

type NotificationProps = {
  kind: 'info' | 'good' | 'warn' | 'bad'
  title?: string
  /** One thing the visitor can do about it: a small button or a link. */
  action?: React.ReactNode
  children: React.ReactNode
}

/** A message in the page. Errors interrupt a screen reader; others wait for a pause. */
export function Notification({ kind, title, action, children }: NotificationProps) {
  return (
    <div role={kind === 'bad' ? 'alert' : 'status'} className={`${styles.notification} ${styles[kind]}`}>
      <Icon path={SIGNS[kind]} />
      <div className={styles.words}>
        {title && <strong>{title}</strong>}
        <div>{children}</div>
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
