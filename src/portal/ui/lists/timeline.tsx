import { Icon } from '../signs/icon.tsx'
import { BACK, SIGNS } from '../signs/signs.ts'
import { Spoken } from '../messages/spoken.tsx'
import styles from './timeline.module.css'

type StepState = 'done' | 'now' | 'todo' | 'failed' | 'returned'

const MARKS = { done: SIGNS.good, failed: SIGNS.cross, returned: BACK, now: null, todo: null } as const

type TimelineProps = {
  steps: readonly { label: string; detail?: React.ReactNode; state: StepState }[]
  /** What the marks say, in words for screen readers. */
  stateWords: Record<Exclude<StepState, 'returned'>, string>
}

/** What happened to the money so far, what is happening now and what comes next. */
export function Timeline({ steps, stateWords }: TimelineProps) {
  return (
    <ol className={styles.timeline}>
      {steps.map(({ label, detail, state }) => (
        <li
          key={typeof detail === 'string' ? label + detail : label}
          className={`${styles.step} ${styles[state]}`}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className={styles.mark}>{MARKS[state] && <Icon path={MARKS[state]} />}</span>
          <span className={styles.label}>
            <Spoken>{stateWords[state === 'returned' ? 'done' : state]} </Spoken>
            {label}
          </span>
          {detail && <span className={styles.detail}>{detail}</span>}
        </li>
      ))}
    </ol>
  )
}
