import { DRAWING_BOX } from './drawings.ts'
import styles from './drawing.module.css'

/** One of the family of drawings. */
export function Drawing({ shapes }: { shapes: string }) {
  return <svg className={styles.drawing} viewBox={DRAWING_BOX} aria-hidden="true" dangerouslySetInnerHTML={{ __html: shapes }} />
}
