import { OPERATOR } from '#operator-record'
import { fillText } from '#shared/fill-text.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { SIGNPOSTS } from '#portal/ui/signs/signposts.ts'
import styles from './human-help.module.css'

type HumanHelpProps = {
  heading: string
  /** Quiet where the page has another main action. */
  look?: 'main' | 'quiet'
  texts: ContentPackages['getHelp-translation']
}

/** HELP-4: a person to talk to, and a shop to go to. */
export function HumanHelp({ heading, look = 'main', texts }: HumanHelpProps) {
  return (
    <Card heading={heading}>
      <p className={styles.free}>{texts.callFree}</p>
      <div className={styles.ways}>
        <ButtonLink href={`tel:${OPERATOR.brand.care}`} look={look} isWide>
          <Icon path={SIGNPOSTS.call} />
          {fillText(texts.callNumber, { number: OPERATOR.brand.care })}
        </ButtonLink>
        <ButtonLink href="/contact-us" look="quiet" isWide isSmall>
          {texts.contact}
        </ButtonLink>
        <ButtonLink href="/store-locator" look="quiet" isWide isSmall>
          {texts.findStore}
        </ButtonLink>
      </div>
    </Card>
  )
}
