import { useId } from 'react'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { SIGNS } from '#portal/ui/signs/signs.ts'
import { RATINGS } from '../rules.ts'
import styles from './rating-field.module.css'

/** From very sad to very glad: the same face with five mouths. */
const EYES_AND_FACE = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9 10h.01M15 10h.01'
const MOUTHS = {
  1: 'M8 16.5c1-2 2.3-2.8 4-2.8s3 .8 4 2.8',
  2: 'M8.5 16c1-1 2.1-1.4 3.5-1.4s2.5.4 3.5 1.4',
  3: 'M8.5 15.2h7',
  4: 'M8.5 14.5c1 1 2.1 1.4 3.5 1.4s2.5-.4 3.5-1.4',
  5: 'M7.8 13.8c.9 2.2 2.3 3.2 4.2 3.2s3.3-1 4.2-3.2z',
} as const

type RatingFieldProps = { texts: ContentPackages['feedback-translation']; defaultValue: number | null; problem?: string | undefined }

/** Radio buttons with faces: understood without reading, posted without script. */
export function RatingField({ texts, defaultValue, problem }: RatingFieldProps) {
  const id = useId()
  return (
    <fieldset className={styles.rating} aria-describedby={`${id}-problem`}>
      <legend>{texts.ratingLabel}</legend>
      <div className={styles.faces}>
        {RATINGS.map((rating) => (
          <label key={rating} className={styles.face}>
            <input type="radio" name="rating" value={rating} defaultChecked={rating === defaultValue} />
            <span className={styles.choice}>
              <Icon path={EYES_AND_FACE + MOUTHS[rating]} />
              <span>{texts[`rating${rating}`]}</span>
            </span>
          </label>
        ))}
      </div>
      <div id={`${id}-problem`} role="alert">
        {problem && (
          <span className={styles.problem}>
            <Icon path={SIGNS.warn} />
            {problem}
          </span>
        )}
      </div>
    </fieldset>
  )
}
