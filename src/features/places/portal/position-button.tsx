import { Button } from '#portal/ui/button.tsx'
import { Icon } from '#portal/ui/icon.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { useHasScript } from '#portal/ui/use-has-script.ts'
import type { PlaceTexts } from './place-texts.ts'
import type { PositionState } from './use-current-position.ts'
import styles from './position-button.module.css'

const CROSSHAIR = 'M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM12 2v4M12 18v4M2 12h4M18 12h4M12 13.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z'

type PositionButtonProps = { or: string; label: string; texts: PlaceTexts; state: PositionState; onAsk: () => void }

/**
 * SHOP-1: 'or', 'use current location'. Without script there is no position to ask for, and the style hides the button; while script is on its way
 * the button keeps its place, so that nothing moves under a finger.
 */
export function PositionButton({ or, label, texts, state, onAsk }: PositionButtonProps) {
  const hasScript = useHasScript()
  const isAsking = state === 'asking'
  return (
    <div className={styles.position}>
      <span className={styles.or}>{or}</span>
      <Button type="button" look="quiet" isWide disabled={!hasScript || isAsking} onClick={onAsk}>
        <Icon path={CROSSHAIR} />
        <span className={styles.label}>{isAsking ? texts.locating : label}</span>
      </Button>
    </div>
  )
}

/** SHOP-2: why there is no position, and what to do instead. */
export function PositionNotice({ texts, state }: { texts: PlaceTexts; state: PositionState }) {
  const words = { denied: texts.positionDenied, unavailable: texts.positionUnavailable, abroad: texts.positionAbroad }[
    state as 'denied' | 'unavailable' | 'abroad'
  ]
  return words ? <Notification kind="warn">{words}</Notification> : null
}
