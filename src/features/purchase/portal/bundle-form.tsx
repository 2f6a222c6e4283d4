import { useState } from 'react'
import type { BundleTexts } from '#features/bundles/portal/bundle-texts.ts'
import { LineNumberField } from '#features/line/portal/line-number-field.tsx'
import { KIND_OF_PAGE, type SellingPage } from '#features/line/rules.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { useSessionMirror } from '#features/visit/portal/session-mirror.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { isMainButton, leadToMissing } from '#portal/ui/fields/lead-to-missing.ts'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { useHasScript } from '#portal/ui/frame/use-has-script.ts'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import type { WantedBundles } from './bundle-section.tsx'
import type { CheckedLine, Refusal } from './checked-line.ts'
import { EnterButton } from './enter-button.tsx'
import { OfferOrHelp } from './offer-or-help.tsx'
import { useLineOffer } from './use-number-check.ts'
import styles from './line-page.module.css'

export type BundleFormProps = {
  page: SellingPage
  numberLabel: string
  /** Above the bundles. */
  heading: string
  texts: BundleTexts
  wanted: WantedBundles
  checked: CheckedLine
  refusal: Refusal | null
  /** DATA-1: by the country's flag. */
  sellsPostpaidBundles: boolean
}

type Surroundings = {
  /** Where the form is sent, where that is not the address of the page as it stands. */
  action?: string
  /** What else the page offers for the number. */
  belowNumber?: React.ReactNode
  hasHelp?: boolean
}

/** DATA-1, BB-1: a number, then the bundles of its line. */
export function BundleForm(props: BundleFormProps & Surroundings) {
  const { page, action, numberLabel, heading, texts, wanted, checked, refusal, sellsPostpaidBundles, belowNumber, hasHelp = true } = props
  const { known, digits, isChecking, setDigits, check } = useLineOffer(checked, page, sellsPostpaidBundles)
  const hasScript = useHasScript()
  const [isAsked, setAsked] = useState(false)
  const isOff = hasScript && (!isMobileNumber(digits) || known?.verdict?.kind === 'refused')
  function hold(event: React.SubmitEvent<HTMLFormElement>) {
    if (!isOff || !isMainButton(event)) return
    setAsked(true)
    leadToMissing(event, 'msisdn')
  }
  const accepted = known?.verdict?.kind === 'accepted' && isMobileNumber(known.msisdn) ? known.msisdn : null
  useSessionMirror('widgetInfo', accepted && { type: KIND_OF_PAGE[page], msisdn: accepted })
  return (
    <FieldsForm action={action} noValidate className={styles.sale} onSubmit={hold}>
      <EnterButton intent="bundles" isOff={isOff} />
      <Card>
        {refusal?.message && <Notification kind="bad">{refusal.message}</Notification>}
        <div className={styles.halves}>
          <div>
            <LineNumberField
              texts={texts}
              label={numberLabel}
              defaultDigits={checked.msisdn}
              verdict={known?.verdict ?? null}
              isChecking={isChecking}
              problem={refusal?.msisdn && texts[refusal.msisdn]}
              isAsked={isAsked}
              onDigits={setDigits}
              onCheck={check}
            />
            {belowNumber}
            {known?.verdict?.kind !== 'accepted' && (
              <Button isWide name="intent" value="bundles" aria-disabled={isOff || undefined}>
                {texts.showBundles}
              </Button>
            )}
          </div>
        </div>
      </Card>
      <OfferOrHelp
        heading={heading}
        texts={texts}
        known={known}
        isChecking={isChecking}
        wanted={wanted}
        hasHelp={hasHelp}
        onRetry={check}
      />
    </FieldsForm>
  )
}
