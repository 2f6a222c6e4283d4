import { DuneStrip } from '../signs/dune-strip.tsx'
import styles from './page-heading.module.css'

type PageHeadingProps = { title: string; lead?: string; isNarrow?: boolean }

/** How every page but the home page begins. */
export function PageHeading({ title, lead, isNarrow = false }: PageHeadingProps) {
  return (
    <>
      <DuneStrip />
      <div className={isNarrow ? `${styles.heading} ${styles.narrow}` : styles.heading}>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
    </>
  )
}
