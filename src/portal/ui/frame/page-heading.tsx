import { DuneStrip } from '../signs/dune-strip.tsx'
import styles from './page-heading.module.css'

type PageHeadingProps = { title: string; lead?: string }

/** How every page but the home page begins: the night of the header goes on to the dune, with the title in it, below the logo. */
export function PageHeading({ title, lead }: PageHeadingProps) {
  return (
    <>
      <div className={styles.sky}>
        <div className={styles.heading}>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
      </div>
      <DuneStrip />
    </>
  )
}
