import { DuneStrip } from '#portal/ui/signs/dune-strip.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { SIGNPOSTS } from '#portal/ui/signs/signposts.ts'
import styles from './help-heading.module.css'

type HelpHeadingProps = {
  title: string
  lead?: string
  /** The stages above this one, nearest last. */
  above: { name: string; path: string }[]
  texts: { back: string; whereYouAre: string }
}

/** How the stages after the first begin: back to the stage above (HELP-1), where one is, and what this is about. */
export function HelpHeading({ title, lead, above, texts }: HelpHeadingProps) {
  return (
    <>
      <div className={styles.sky}>
        <div className={styles.heading}>
          <div className={styles.way}>
            {/* From another page of the portal it is the browser's own back (shell/lead-back.ts). */}
            <a href={above[above.length - 1]?.path ?? '/'} data-back className={styles.back}>
              <Icon path={SIGNPOSTS.back} />
              {texts.back}
            </a>
            <nav aria-label={texts.whereYouAre}>
              <ol className={styles.crumbs}>
                {above.map(({ name, path }) => (
                  <li key={path}>
                    <a href={path}>{name}</a>
                  </li>
                ))}
              </ol>
            </nav>
          </div>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
      </div>
      <DuneStrip />
    </>
  )
}
