import { island } from '#island'
import type { BundleTexts } from '#features/bundles/portal/bundle-texts.ts'
import { LineNumberField } from '#features/line/portal/line-number-field.tsx'
import type { SellingPage } from '#features/line/rules.ts'
import { ServerSlot } from '#portal/islands/server-slot.tsx'
import { Button } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { BundleSection, type WantedBundles } from './bundle-section.tsx'
import type { CheckedLine, Refusal } from './checked-line.ts'
import { useLineOffer } from './use-line-offer.ts'
import styles from './line-page.module.css'

type BundleFormProps = {
  page: SellingPage
  numberLabel: string
  texts: BundleTexts
  wanted: WantedBundles
  checked: CheckedLine
  refusal: Refusal | null
}

/** DATA-1, BB-1: a number, then the bundles of its line. */
function BundleForm({ page, numberLabel, texts, wanted, checked, refusal }: BundleFormProps) {
  const { known, isChecking, setDigits, check } = useLineOffer(checked, page)
  const isLineAccepted = known?.verdict?.kind === 'accepted'
  return (
    <form method="post" noValidate className={styles.columns}>
      <Card>
        {refusal?.message && <Notification kind="bad">{refusal.message}</Notification>}
        <LineNumberField
          texts={texts}
          label={numberLabel}
          defaultDigits={checked.msisdn}
          verdict={known?.verdict ?? null}
          isChecking={isChecking}
          problem={refusal?.msisdn && texts[refusal.msisdn]}
          onDigits={setDigits}
          onCheck={check}
        />
        {!isLineAccepted && (
          <Button isWide name="intent" value="bundles">
            {texts.showBundles}
          </Button>
        )}
      </Card>
      {isLineAccepted && (
        <BundleSection heading={texts.chooseBundle} texts={texts} known={known} isChecking={isChecking} wanted={wanted} onRetry={check} />
      )}
      <ServerSlot isHidden={isLineAccepted} />
    </form>
  )
}

export default island('bundle-form', BundleForm)
