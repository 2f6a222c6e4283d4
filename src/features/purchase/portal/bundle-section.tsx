import { BundleList } from '#features/bundles/portal/bundle-list.tsx'
import type { BundleTexts } from '#features/bundles/portal/bundle-texts.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import type { CheckedLine } from './checked-line.ts'

export type WantedBundles = { category: string | null; period: string | null }

export type BundleSectionProps = {
  heading: string
  texts: BundleTexts
  known: CheckedLine
  isChecking: boolean
  /** Chosen by the address. */
  wanted: WantedBundles
  /** Asks for the line and its bundles again. */
  onRetry: (msisdn: string) => void
}

/** PRE-2: the bundles of a line, once the line is known. Stands inside the page's form, whose buttons buy. */
export function BundleSection({ heading, texts, known, isChecking, wanted, onRetry }: BundleSectionProps) {
  if (known.areBundlesUnread)
    return (
      <Card heading={heading}>
        <Notification
          kind="warn"
          action={
            <Button
              look="quiet"
              isSmall
              name="intent"
              value="bundles"
              disabled={isChecking}
              onClick={(event) => {
                event.preventDefault()
                onRetry(known.msisdn)
              }}
            >
              {texts.tryAgain}
            </Button>
          }
        >
          {texts.couldNotReadBundles}
        </Notification>
      </Card>
    )
  return (
    <Card heading={heading}>
      <BundleList
        // Another line has another list: its tabs are reset.
        key={known.msisdn}
        texts={texts}
        bundles={known.bundles}
        isStale={known.isStale}
        running={known.running}
        wanted={wanted}
        hrefOf={({ category, period }) => `?${new URLSearchParams({ category, ...(period ? { period } : {}) }).toString()}`}
        canBuy
      />
    </Card>
  )
}
