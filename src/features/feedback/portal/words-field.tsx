import { useId } from 'react'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { SIGNS } from '#portal/ui/signs/signs.ts'
import field from '#portal/ui/fields/field.module.css'
import { MAX_FEEDBACK } from '../rules.ts'
import styles from './words-field.module.css'

type WordsFieldProps = { label: string; hint: React.ReactNode; defaultValue: string; problem?: string | undefined }

/** A labelled box for a few sentences, with the look of every other field. */
export function WordsField({ label, hint, defaultValue, problem }: WordsFieldProps) {
  const id = useId()
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <div className={problem ? `${field.box} ${field.bad}` : field.box}>
        <textarea
          id={id}
          name="words"
          rows={5}
          maxLength={MAX_FEEDBACK}
          defaultValue={defaultValue}
          aria-describedby={`${id}-note`}
          aria-invalid={problem ? true : undefined}
          className={styles.words}
        />
      </div>
      <div id={`${id}-note`} className={field.note} aria-live="polite">
        {problem ? (
          <span className={field.problem}>
            <Icon path={SIGNS.warn} />
            {problem}
          </span>
        ) : (
          hint
        )}
      </div>
    </div>
  )
}
