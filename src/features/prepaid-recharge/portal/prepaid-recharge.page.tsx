import { useState } from 'react'
import { Form, type ShouldRevalidateFunctionArgs } from 'react-router'
import { checkAmount } from '#shared/amount-limits.ts'
import { fillText } from '#shared/fill-text.ts'
import { isMobileNumber } from '#shared/mobile-number.ts'
import { formatXof, parseXof, xof, type Xof } from '#shared/money.ts'
import { ContextHelp } from '#features/help/portal/context-help.tsx'
import { LineNumberField } from '#features/line/portal/line-number-field.tsx'
import { amountWords } from '#features/purchase/portal/amount-words.ts'
import { BundleSection } from '#features/purchase/portal/bundle-section.tsx'
import { helpBeside } from '#features/purchase/portal/help-beside.ts'
import { actOnLinePage, loadLinePage, prepaidLimits } from '#features/purchase/portal/line-page.ts'
import styles from '#features/purchase/portal/line-page.module.css'
import { revalidatesAfter, useLineCheck } from '#features/purchase/portal/use-line-check.ts'
import { bundleTextsOf } from '#features/bundles/portal/bundle-texts.ts'
import { useLanguage } from '#portal/frame-context.ts'
import { useSessionMirror } from '#portal/session-mirror.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { Button } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { MoneyField } from '#portal/ui/money-field.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import { useHasScript } from '#portal/ui/use-has-script.ts'
import type { Route } from './+types/prepaid-recharge.page.ts'

const PAGE = '/prepaid-recharge'

export async function loader({ context, request }: Route.LoaderArgs) {
  const [texts, meta, page] = await Promise.all([
    readContent(context, 'recharge-translation').then(bundleTextsOf),
    readPageMeta(context, PAGE),
    loadLinePage(context, request, PAGE),
  ])
  return { texts, meta, help: await helpBeside(context, 'prepaid-recharge', page.checked), ...page }
}

export const action = ({ context, request }: Route.ActionArgs) => actOnLinePage(context, request, PAGE)

export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  revalidatesAfter(formData, defaultShouldRevalidate)

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

/** PRE-1..4 */
export default function PrepaidRechargePage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, help, config, checked, amountText } = loaderData
  const language = useLanguage()
  const hasScript = useHasScript()
  const answered = actionData ?? { checked, refusal: null, amountText }
  const { known, isChecking, setDigits, check } = useLineCheck(answered.checked)
  const limits = prepaidLimits(config)
  const [amount, setAmount] = useState<Xof | null>(parseXof(answered.amountText))
  const [isAmountTouched, setAmountTouched] = useState(answered.amountText !== '')
  const typedProblem = isAmountTouched && amount !== null ? problemOf(String(amount), limits) : undefined
  const isLineAccepted = known?.verdict?.kind === 'accepted'
  // PRE-4. Without script the button is always there and the server says what is missing.
  const canBuy = isLineAccepted && amount !== null && problemOf(String(amount), limits) === undefined
  useSessionMirror('widgetInfo', isLineAccepted && isMobileNumber(known.msisdn) ? { type: 'prepaid', msisdn: known.msisdn } : null)

  return (
    <>
      <PageHeading title={texts.rechargeTitle} lead={texts.rechargeLead} />
      <PageBody>
        <Form method="post" noValidate className={styles.columns}>
          <Card>
            {answered.refusal?.message && <Notification kind="bad">{answered.refusal.message}</Notification>}
            <LineNumberField
              texts={texts}
              label={texts.numberLabel}
              defaultDigits={answered.checked.msisdn}
              verdict={known?.verdict ?? null}
              isChecking={isChecking}
              problem={answered.refusal?.msisdn && texts[answered.refusal.msisdn]}
              onDigits={setDigits}
              onCheck={check}
            />
            <MoneyField
              label={texts.amountLabel}
              suffix={texts.amountSuffix}
              hint={fillText(texts.amountHint, { min: formatXof(limits.min, language), max: formatXof(limits.max, language) })}
              quickPicks={config.quickAmounts.map(xof)}
              defaultAmount={parseXof(answered.amountText) ?? undefined}
              problem={amountWords(typedProblem ?? answered.refusal?.amount, texts, language)}
              onAmount={(next) => {
                setAmount(next)
                setAmountTouched(true)
              }}
            />
            <Button isWide name="intent" value="airtime" disabled={hasScript && !canBuy}>
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
          </Card>
          {isLineAccepted ? (
            <BundleSection heading={texts.orChooseBundle} texts={texts} known={known} isChecking={isChecking} onRetry={check} />
          ) : (
            help && <ContextHelp help={help} />
          )}
        </Form>
      </PageBody>
    </>
  )
}

function problemOf(text: string, limits: { min: Xof; max: Xof }) {
  const result = checkAmount(text, limits)
  return 'problem' in result ? result.problem : undefined
}
