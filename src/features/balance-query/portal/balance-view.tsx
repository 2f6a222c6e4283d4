import { fillText } from '#shared/fill-text.ts'
import { localeOf, type Language } from '#shared/language.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { unbroken } from '#shared/unbroken.ts'
import { COUNTRY } from '#shared/operator.ts'
import type { UnitTexts } from '#features/bundles/unit-words.ts'
import { fittingPage, pageAccepts } from '#features/line/rules.ts'
import type { CheckedLine } from '#features/purchase/portal/checked-line.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { BalanceMeter } from './balance-meter.tsx'
import { PAGE } from './balance-steps.ts'
import { airtimeWords, untilWords } from './balance-words.ts'
import type { BalanceReading } from './read-balance.ts'
import { ReadAgain } from './unread-balance.tsx'
import styles from './balance-query.module.css'

type BalanceViewProps = {
  texts: ContentPackages['balance-translation']
  unitTexts: UnitTexts
  checked: CheckedLine
  sellsPostpaidBundles: boolean
  reading: Extract<BalanceReading, { kind: 'read' }>
}

export function BalanceView({ texts, unitTexts, checked, sellsPostpaidBundles, reading: { items, readAt } }: BalanceViewProps) {
  const language = useLanguage()
  const { msisdn, verdict } = checked
  const type = verdict?.kind === 'accepted' ? verdict.type : 'PREPAID'
  const page = fittingPage(type) ?? '/prepaid-recharge'
  const purses = items.filter(({ serviceType }) => serviceType === 'AIRTIME')
  const bundles = items.filter(({ serviceType }) => serviceType !== 'AIRTIME')
  return (
    <>
      <Card>
        <div className={styles.head}>
          <div>
            {/* The answer replaced the form: screen readers start here. */}
            <h2 tabIndex={-1} autoFocus>
              {fillText(texts.balanceOf, { number: unbroken(formatMobileNumber(msisdn)) })}
            </h2>
            <p className={styles.soft}>{fillText(texts.readAt, { time: timeOf(readAt, language) })}</p>
          </div>
          <ReadAgain msisdn={msisdn}>{texts.refresh}</ReadAgain>
        </div>
        {purses.map((purse) => (
          <dl key={purse.balanceId} className={styles.purse}>
            <dt>{texts.airtime}</dt>
            <dd>
              <strong>{airtimeWords(purse, language)}</strong>
              {purse.expireTime && <span className={styles.soft}>{untilWords(purse.expireTime, texts, language)}</span>}
            </dd>
          </dl>
        ))}
        <div className={styles.actions}>
          <ButtonLink isWide href={page}>
            {page === '/postpaid-bill-pay' ? texts.payBill : texts.recharge}
          </ButtonLink>
          {pageAccepts('/data-bundle', type, sellsPostpaidBundles) && (
            <ButtonLink isWide look="quiet" href="/data-bundle">
              {texts.buyBundle}
            </ButtonLink>
          )}
        </div>
      </Card>
      <Card heading={texts.activeBundles}>
        {bundles.length === 0 ? (
          <p>{texts.noBundles}</p>
        ) : (
          <ul className={styles.bundles}>
            {bundles.map((item) => (
              <li key={item.balanceId}>
                <BalanceMeter item={item} texts={texts} unitTexts={unitTexts} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <p className={styles.other}>
        <a href={PAGE}>{texts.otherNumber}</a>
      </p>
    </>
  )
}

function timeOf(instant: string, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { hour: '2-digit', minute: '2-digit', timeZone: COUNTRY.timeZone })
  return format.format(new Date(instant))
}
