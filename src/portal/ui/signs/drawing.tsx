import { DRAWING_BOX } from './drawings.ts'
import styles from './drawing.module.css'

/** One of the family of drawings, or one of the operator's own. */
export function Drawing({ shapes, viewBox = DRAWING_BOX }: { shapes: string; viewBox?: string }) {
  return <svg className={styles.drawing} viewBox={viewBox} aria-hidden="true" dangerouslySetInnerHTML={{ __html: shapes }} />
}
