import { useId } from 'react'
import { Icon } from './icon.tsx'
import { SIGNS } from './signs.ts'
import styles from './field.module.css'

export type FieldProps = {
  label: string
  name: string
  hint?: string
  /** A sentence that says what to change; announced when it appears. */
  problem?: string | undefined
  /** A sentence that says all is well, for example which line was recognised. */
  confirmation?: string | undefined
  before?: React.ReactNode
  after?: React.ReactNode
  /** Between the label and the box, for example usual answers to tap. */
  aboveBox?: React.ReactNode
  input: Omit<React.ComponentProps<'input'>, 'id' | 'name' | 'className' | 'aria-describedby' | 'aria-invalid'>
}

/** A labelled input in a box, with fixed text before or after it and one message below. */
export function Field({ label, name, hint, problem, confirmation, before, after, aboveBox, input }: FieldProps) {
  const id = useId()
  const state = problem ? styles.bad : confirmation ? styles.good : ''
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {aboveBox && <div className={styles.aboveBox}>{aboveBox}</div>}
      <div className={`${styles.box} ${state}`}>
        {before && <span className={styles.affix}>{before}</span>}
        <input id={id} name={name} aria-describedby={`${id}-note`} aria-invalid={problem ? true : undefined} {...input} />
        {after && <span className={styles.affix}>{after}</span>}
      </div>
      <div id={`${id}-note`} className={styles.note} aria-live="polite">
        {problem ? (
          <span className={styles.problem}>
            <Icon path={SIGNS.warn} />
            {problem}
          </span>
        ) : confirmation ? (
          <span className={styles.confirmation}>
            <Icon path={SIGNS.good} />
            {confirmation}
          </span>
        ) : (
          hint
        )}
      </div>
    </div>
  )
}
