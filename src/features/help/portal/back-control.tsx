import { Icon } from '#portal/ui/signs/icon.tsx'
import { SIGNPOSTS } from '#portal/ui/signs/signposts.ts'
import styles from './help-heading.module.css'

/**
 * HELP-1: back to the stored stage. For a visitor who came from another page of the portal it is the browser's own back (see
 * shell/lead-back.ts); for one who came from outside, or without script, it leads to the stage above.
 */
export function BackControl({ to, label }: { to: string; label: string }) {
  return (
    <a href={to} data-back className={styles.back}>
      <Icon path={SIGNPOSTS.back} />
      {label}
    </a>
  )
}
