import { Button } from '#portal/ui/frame/button.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { MAP_LIMITS } from '../operator-map.ts'
import PositionIsland from './position-button.island.ts'
import type { AllPlaceTexts } from './place-texts.ts'
import styles from './position-button.module.css'

const CROSSHAIR = 'M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM12 2v4M12 18v4M2 12h4M18 12h4M12 13.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z'

type PositionButtonProps = { or: string; label: string; texts: AllPlaceTexts }

/** SHOP-1: 'or', 'use current location'. Without script there is no position to ask for, and the style hides the button. */
export function PositionButton({ or, label, texts }: PositionButtonProps) {
  const { south, west, north, east } = MAP_LIMITS
  return (
    <PositionIsland>
      <div className={styles.position} data-limits={`${south} ${west} ${north} ${east}`}>
        <span className={styles.or}>{or}</span>
        <Button type="button" look="quiet" isWide data-held>
          <Icon path={CROSSHAIR} />
          <span className={styles.label} data-locating={texts.locating}>
            {label}
          </span>
        </Button>
      </div>
    </PositionIsland>
  )
}

/** SHOP-2: why there is no position, and what to do instead. The island shows the one that holds. */
export function PositionNotice({ texts }: { texts: AllPlaceTexts }) {
  const words = { denied: texts.positionDenied, unavailable: texts.positionUnavailable, abroad: texts.positionAbroad }
  return (
    <div data-without-position hidden>
      <Notification kind="warn">
        {Object.entries(words).map(([state, sentence]) => (
          <span key={state} data-position={state}>
            {sentence}
          </span>
        ))}
      </Notification>
    </div>
  )
}
