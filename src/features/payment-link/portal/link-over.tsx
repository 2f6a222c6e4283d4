import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { CheckoutBody } from '#portal/ui/frame/checkout-body.tsx'
import { Stamp } from '#portal/ui/signs/stamp.tsx'
import type { LinkState } from '../rules.ts'
import { ASK_PAGE } from './ask-steps.ts'
import styles from './payment-link.module.css'

/** LINK-3: why a link cannot be used, and the alternatives. */
export function LinkOver({ texts, state }: { texts: ContentPackages['link-translation']; state: LinkState }) {
  const isPaid = state === 'paid'
  return (
    <CheckoutBody>
      <Card isCentred>
        <Stamp kind={isPaid ? 'good' : 'warn'} />
        <h1>{isPaid ? texts.title_paid : texts.title_over}</h1>
        {state !== 'open' && <p>{texts[`state_${state}`]}</p>}
        <div className={styles.ways}>
          <ButtonLink href="/">{texts.wayOn}</ButtonLink>
          <ButtonLink href={ASK_PAGE} look="quiet">
            {texts.wayAsk}
          </ButtonLink>
          <ButtonLink href="/gethelp" look="quiet">
            {texts.wayHelp}
          </ButtonLink>
        </div>
      </Card>
    </CheckoutBody>
  )
}
