import { useEffect, useEffectEvent, useState } from 'react'
import { Icon } from '../signs/icon.tsx'
import { SIGNS } from '../signs/signs.ts'
import styles from './notification.module.css'

/** TOAST-1: notifications stay ten seconds. */
const TRANSIENT_MS = 10_000

type NotificationProps = {
  kind: 'info' | 'good' | 'warn' | 'bad'
  title?: string
  /** One thing the visitor can do about it: a small button or a link. */
  action?: React.ReactNode
  /** Disappears after a time, but never while the pointer or the focus is inside it. */
  isTransient?: boolean
  onGone?: () => void
  children: React.ReactNode
}

/** A message in the page. Errors interrupt a screen reader; others wait for a pause. */
export function Notification({ kind, title, action, isTransient = false, onGone, children }: NotificationProps) {
  const [isGone, setGone] = useState(false)
  const [isHeld, setHeld] = useState(false)
  const isLeaving = isTransient && !isHeld && !isGone
  const go = useEffectEvent(() => {
    setGone(true)
    onGone?.()
  })
  useEffect(() => {
    if (!isLeaving) return undefined
    const timer = setTimeout(() => go(), TRANSIENT_MS)
    return () => clearTimeout(timer)
  }, [isLeaving])
  if (isGone) return null
  return (
    <div
      role={kind === 'bad' ? 'alert' : 'status'}
      className={`${styles.notification} ${styles[kind]}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={(event) => setHeld(event.currentTarget.contains(document.activeElement))}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon path={SIGNS[kind]} />
      <div className={styles.words}>
        {title && <strong>{title}</strong>}
        <div>{children}</div>
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
