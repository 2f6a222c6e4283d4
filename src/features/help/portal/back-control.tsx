import { Link, useLocation, useNavigate } from 'react-router'
import { Icon } from '#portal/ui/icon.tsx'
import { isPlainClick } from '#portal/ui/upgraded-link.ts'
import { SIGNPOSTS } from './signposts.ts'
import styles from './help-heading.module.css'

/**
 * HELP-1: back to the stored stage. For a visitor who came from another stage it is the browser's own back; for one who came
 * from outside, or without script, it leads to the stage above.
 */
export function BackControl({ to, label }: { to: string; label: string }) {
  const { state } = useLocation()
  const navigate = useNavigate()
  return (
    <Link
      to={to}
      className={styles.back}
      onClick={(event) => {
        if (!isFromHelp(state) || !isPlainClick(event)) return
        event.preventDefault()
        void navigate(-1)
      }}
    >
      <Icon path={SIGNPOSTS.back} />
      {label}
    </Link>
  )
}

function isFromHelp(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isFromHelp' in state
}
