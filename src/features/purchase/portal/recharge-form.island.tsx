import { useState } from 'react'
import { island } from '#island'
import { checkAmount } from '#shared/amount-limits.ts'
import { fillText } from '#shared/fill-text.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { formatMoney, fromMajor, parseMoney } from '#shared/money.ts'
import type { BundleTexts } from '#features/bundles/portal/bundle-texts.ts'
import { LineNumberField } from '#features/line/portal/line-number-field.tsx'
import { amountWords } from './amount-words.ts'
import type { WantedBundles } from './bundle-section.tsx'
import { prepaidLimits, type CheckedLine, type LineConfig, type Refusal } from './checked-line.ts'
import { EnterButton, isEnter } from './enter-button.tsx'
import { OfferOrHelp } from './offer-or-help.tsx'
import { useLineOffer } from './use-number-check.ts'
import styles from './line-page.module.css'
import { useLanguage } from '#portal/page/frame-context.ts'
import { useSessionMirror } from '#features/visit/portal/session-mirror.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { MoneyField } from '#portal/ui/fields/money-field.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { isMainButton, leadTo, leadToMissing } from '#portal/ui/fields/lead-to-missing.ts'
import { useHasScript } from '#portal/ui/frame/use-has-script.ts'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'

type RechargeFormProps = {
  texts: BundleTexts
  config: Pick<LineConfig, 'preMinAmnt' | 'preMaxAmnt' | 'quickAmounts'>
  wanted: WantedBundles
  checked: CheckedLine
  refusal: Refusal | null
  amountText: string
}

function RechargeForm({ texts, config, wanted, checked, refusal, amountText }: RechargeFormProps) {
  const language = useLanguage()
  const hasScript = useHasScript()
  const { known, isChecking, setDigits, check } = useLineOffer(checked, '/prepaid-recharge')
  const limits = prepaidLimits(config)
  const [typedAmount, setTypedAmount] = useState(parseMoney(amountText, language) === null ? '' : amountText)
  const [isAsked, setAsked] = useState(false)
  const typedProblem = typedAmount === '' && !isAsked ? undefined : problemOf(typedAmount, language, limits)
  const isLineAccepted = known?.verdict?.kind === 'accepted'
  // PRE-4, NUM-2. Without script the button is always there and the server says what is missing.
  const isOff = hasScript && !(isLineAccepted && typedAmount !== '' && typedProblem === undefined)
  function hold(event: React.SubmitEvent<HTMLFormElement>) {
    // All is there: Enter leads to the button that buys, and does not press it.
    if (!isOff && isEnter(event)) return leadTo(event, '[value=airtime]')
    // Bundles have buttons of their own.
    if (!isOff || !isMainButton(event)) return
    setAsked(true)
    leadToMissing(event, isLineAccepted ? 'amount' : 'msisdn')
  }
  useSessionMirror('widgetInfo', isLineAccepted && isMobileNumber(known.msisdn) ? { type: 'prepaid', msisdn: known.msisdn } : null)

  return (
    <FieldsForm noValidate className={styles.sale} onSubmit={hold}>
      <EnterButton intent="check" isOff={isOff} />
      <Card>
        {refusal?.message && <Notification kind="bad">{refusal.message}</Notification>}
        <div className={styles.halves}>
          <div>
            <LineNumberField
              texts={texts}
              label={texts.numberLabel}
              defaultDigits={checked.msisdn}
              verdict={known?.verdict ?? null}
              isChecking={isChecking}
              problem={refusal?.msisdn && texts[refusal.msisdn]}
              isAsked={isAsked}
              onDigits={setDigits}
              onCheck={check}
            />
          </div>
          <div>
            <MoneyField
              label={texts.amountLabel}
              hint={fillText(texts.amountHint, { min: formatMoney(limits.min, language), max: formatMoney(limits.max, language) })}
              quickPicks={config.quickAmounts.map((amount) => fromMajor(amount))}
              defaultAmount={parseMoney(amountText, language) ?? undefined}
              problem={amountWords(typedProblem ?? refusal?.amount, texts, language)}
              onTyped={setTypedAmount}
            />
            <Button isWide name="intent" value="airtime" aria-disabled={isOff || undefined}>
              {texts.buyAirtime}
            </Button>
            {!isLineAccepted && (
              <noscript>
                <div className={styles.noscript}>
                  <Button isWide look="quiet" name="intent" value="bundles">
                    {texts.showBundles}
                  </Button>
                </div>
              </noscript>
            )}
          </div>
        </div>
      </Card>
      <OfferOrHelp heading={texts.orChooseBundle} texts={texts} known={known} isChecking={isChecking} wanted={wanted} onRetry={check} />
    </FieldsForm>
  )
}

function problemOf(...asked: Parameters<typeof checkAmount>) {
  const result = checkAmount(...asked)
  return 'problem' in result ? result.problem : undefined
}

export default island('recharge-form', RechargeForm)
