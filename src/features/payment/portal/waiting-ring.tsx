import { ringDashes } from './count-down.ts'
import styles from './push-coach.module.css'

/** The remaining time, as a ring around a phone that shows the request. Hidden from screen readers: the seconds below say the same. */
export function WaitingRing({ secondsLeft, secondsInAll, amount }: { secondsLeft: number; secondsInAll: number; amount: string }) {
  return (
    <svg className={styles.ring} viewBox="0 0 220 220" aria-hidden="true">
      <circle className={styles.track} cx="110" cy="110" r="96" />
      <circle
        className={styles.turn}
        cx="110"
        cy="110"
        r="96"
        pathLength="100"
        strokeDasharray={ringDashes(secondsLeft, secondsInAll)}
        data-ring
      />
      <rect className={styles.phone} x="70" y="34" width="80" height="150" rx="14" />
      <rect className={styles.screen} x="76" y="46" width="68" height="120" rx="4" />
      <rect className={styles.prompt} x="56" y="72" width="108" height="58" rx="9" />
      <text className={styles.asked} x="110" y="98">
        {amount}
      </text>
      <g className={styles.digits}>
        {[88, 103, 118, 133].map((x) => (
          <circle key={x} cx={x} cy="116" r="4" />
        ))}
      </g>
    </svg>
  )
}
