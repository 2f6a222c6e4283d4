import type { ShownAnnouncement } from '../page/page.ts'
import styles from './announcement.module.css'

/** CON-8: it looks like nothing else, says what it is, and stands outside of what a page says about a purchase. */
export function AnnouncementBanner({ shown }: { shown: readonly ShownAnnouncement[] }) {
  return (
    <aside id="announcement" className={styles.banner} aria-label={shown[0]?.label}>
      {shown.map(({ label, title, text, until }) => (
        <p key={title}>
          <small>{label}</small>
          <strong>{title}</strong>
          {text} <span>{until}</span>
        </p>
      ))}
    </aside>
  )
}
