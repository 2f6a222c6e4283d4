import { useId } from 'react'
import { Icon } from '../signs/icon.tsx'
import { SIGNS } from '../signs/signs.ts'
import styles from './field.module.css'

/** The attributes that connect a control to its label and its message. */
export type FieldWiring = { id: string; name: string; 'aria-describedby': string; 'aria-invalid': true | undefined }

export type FieldProps = {
  label: string
  name: string
  hint?: React.ReactNode
  /** A sentence that says what to change; announced when it appears. */
  problem?: string | undefined
  /** A sentence that says all is well, for example which line was recognised. */
  confirmation?: string | undefined
  before?: React.ReactNode
  after?: React.ReactNode
  /** Between the label and the box, for example usual answers to tap. */
  aboveBox?: React.ReactNode
  /** Right under the box, for example a list that opens. */
  belowBox?: React.ReactNode
  input?: Omit<React.ComponentProps<'input'>, 'id' | 'name' | 'className' | 'aria-describedby' | 'aria-invalid'>
  /** A control other than an input. */
  control?: (wiring: FieldWiring) => React.ReactNode
}

/** A labelled input in a box, with fixed text before or after it and one message below. */
export function Field({ label, name, hint, problem, confirmation, before, after, aboveBox, belowBox, input, control }: FieldProps) {
  const id = useId()
  const state = problem ? styles.bad : confirmation ? styles.good : ''
  const wiring: FieldWiring = { id, name, 'aria-describedby': `${id}-note`, 'aria-invalid': problem ? true : undefined }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {aboveBox && <div className={styles.aboveBox}>{aboveBox}</div>}
      <div className={`${styles.box} ${state}`}>
        {before && <span className={styles.affix}>{before}</span>}
        {control ? control(wiring) : <input {...wiring} {...input} />}
        {after && <span className={styles.affix}>{after}</span>}
      </div>
      {belowBox}
      {/* Read aloud when something is wrong or well; how many digits are missing is not said at each digit. */}
      <div id={`${id}-note`} className={styles.note} aria-live={problem || confirmation ? 'polite' : 'off'}>
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
