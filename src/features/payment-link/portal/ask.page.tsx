import { fillText } from '#shared/fill-text.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { formatMoney, formatShort, fromMajor, parseMoney } from '#shared/money.ts'
import { unbroken } from '#shared/unbroken.ts'
import type { ShownBundle } from '#features/bundles/contract.ts'
import { categoriesOf, chooseBundles } from '#features/bundles/rules.ts'
import { bundleTextsOf } from '#features/bundles/portal/bundle-texts.ts'
import { categoryName, nameWithBenefits, validityOf } from '#features/bundles/portal/bundle-words.ts'
import { numberWords } from '#features/line/portal/line-texts.ts'
import { amountWords } from '#features/purchase/portal/amount-words.ts'
import { postpaidLimits, prepaidLimits, type LineConfig } from '#features/purchase/portal/checked-line.ts'
import { page } from '#portal/page/page.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import { MoneyField } from '#portal/ui/fields/money-field.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import { ASK_PAGE, loadAskedLine, readLimits, takeAskPost, type AskAnswer, type AskedLine } from './ask-steps.ts'
import styles from './payment-link.module.css'

/** LINK-1 */
export default page(ASK_PAGE, {
  async load(request) {
    const [texts, shared, recharge, tags, config, line] = await Promise.all([
      readContent(request, 'link-translation'),
      readContent(request, 'orp-translation'),
      readContent(request, 'recharge-translation'),
      readPageMeta(request, ASK_PAGE),
      readLimits(request),
      loadAskedLine(request),
    ])
    return { texts, shared, recharge, tags, config, line }
  },
  action: takeAskPost,
  tags: ({ tags }) => tags,
  View({ data: { texts, shared, recharge, config, line }, answer }) {
    const isOther = answer !== null && answer.msisdn !== line.msisdn
    const problem = answer?.numberProblem ?? ('problem' in line && line.problem === 'invalidMobile' && !isOther ? 'invalidMobile' : null)
    const isUnchecked = 'problem' in line && line.problem === 'askUnchecked'
    const message = answer?.message ?? (isUnchecked ? texts.askUnchecked : null)
    const known = 'amountKind' in line && !isOther && !problem ? line : null
    return (
      <>
        <PageHeading title={texts.askTitle} lead={texts.askLead} />
        <PageBody isNarrow>
          {message && <Notification kind="bad">{message}</Notification>}
          {known ? (
            <Goods texts={texts} recharge={recharge} config={config} line={known} answer={answer} />
          ) : (
            <Card>
              <FieldsForm noValidate>
                <MobileNumberField
                  label={texts.askNumber}
                  hint={texts.askNumberHint}
                  defaultValue={formatMobileNumber(answer?.msisdn ?? line.msisdn)}
                  problem={problem ? shared[problem] : undefined}
                  words={numberWords(shared)}
                />
                <Button isWide>{texts.askContinue}</Button>
              </FieldsForm>
            </Card>
          )}
          <p className={styles.note}>{texts.askPromise}</p>
        </PageBody>
      </>
    )
  },
})

type Texts = ContentPackages['link-translation']
type RechargeTexts = ContentPackages['recharge-translation']
type GoodsProps = { texts: Texts; recharge: RechargeTexts; config: LineConfig; line: AskedLine; answer: AskAnswer | null }

function Goods({ texts, recharge, config, line, answer }: GoodsProps) {
  const { msisdn, amountKind, bundles } = line
  return (
    <>
      <p className={styles.number}>
        <strong>{fillText(texts.askFor, { number: unbroken(formatMobileNumber(msisdn)) })}</strong>{' '}
        <a href={`${ASK_PAGE}?other`}>{texts.askOther}</a>
      </p>
      {amountKind && <Amounts texts={texts} recharge={recharge} config={config} msisdn={msisdn} amountKind={amountKind} answer={answer} />}
      {bundles && (
        <Card heading={amountKind ? texts.askBundle : texts.askBundleOnly}>
          {bundles.length === 0 ? (
            <p>{texts.askNoBundles}</p>
          ) : (
            <Bundles texts={texts} recharge={recharge} msisdn={msisdn} bundles={bundles} isMissing={answer?.isBundleMissing === true} />
          )}
        </Card>
      )}
    </>
  )
}

type AmountsProps = Pick<GoodsProps, 'texts' | 'recharge' | 'config' | 'answer'> & {
  msisdn: string
  amountKind: 'airtime' | 'postpaid-bill'
}

function Amounts({ texts, recharge, config, msisdn, amountKind, answer }: AmountsProps) {
  const language = useLanguage()
  const isAirtime = amountKind === 'airtime'
  const limits = isAirtime ? prepaidLimits(config) : postpaidLimits(config)
  const hidden = (
    <>
      <input type="hidden" name="msisdn" value={msisdn} />
      <input type="hidden" name="kind" value={amountKind} />
    </>
  )
  return (
    <Card heading={isAirtime ? texts.askAmount : texts.askBill}>
      {isAirtime && (
        <FieldsForm className={styles.amounts}>
          {hidden}
          {config.quickAmounts.map((amount) => (
            <button key={amount} name="amount" value={amount} className={styles.choice}>
              {formatShort(fromMajor(amount), language)}
            </button>
          ))}
        </FieldsForm>
      )}
      <FieldsForm noValidate>
        {hidden}
        <MoneyField
          label={isAirtime ? texts.askAmountOther : texts.askAmountLabel}
          hint={fillText(recharge.amountHint, { min: formatMoney(limits.min, language), max: formatMoney(limits.max, language) })}
          defaultAmount={parseMoney(answer?.amountText ?? '', language) ?? undefined}
          problem={amountWords(answer?.amountProblem, recharge, language)}
        />
        <Button isWide>{texts.askMake}</Button>
      </FieldsForm>
    </Card>
  )
}

type BundlesProps = Pick<GoodsProps, 'texts' | 'recharge'> & { msisdn: string; bundles: ShownBundle[]; isMissing: boolean }

function Bundles({ texts, recharge, msisdn, bundles, isMissing }: BundlesProps) {
  const language = useLanguage()
  const words = bundleTextsOf(recharge)
  return (
    <FieldsForm noValidate>
      <input type="hidden" name="msisdn" value={msisdn} />
      <input type="hidden" name="kind" value="bundle" />
      <Field
        label={texts.askBundleLabel}
        name="productCode"
        problem={isMissing ? texts.askBundleChoose : undefined}
        control={(wiring) => (
          <select {...wiring} defaultValue="">
            <option value="">{texts.askBundleChoose}</option>
            {categoriesOf(bundles).map((category) => (
              <optgroup key={category} label={categoryName(category, words)}>
                {chooseBundles(bundles, { category, period: null }).shown.map((bundle) => (
                  <option key={bundle.productCode} value={bundle.productCode}>
                    {fillText(texts.askBundleOption, {
                      name: nameWithBenefits(bundle, words, language),
                      validity: validityOf(bundle, words),
                      price: formatShort(fromMajor(bundle.amount), language),
                    })}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      />
      <Button isWide look="quiet">
        {texts.askBundleMake}
      </Button>
    </FieldsForm>
  )
}
