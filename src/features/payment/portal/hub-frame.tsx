import type { QueryData } from '#features/purchase/contract.ts'
import { formatDay } from '#shared/calendar-day.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { formatXof, xof } from '#shared/money.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import { useLanguage } from '#portal/frame-context.ts'
import { useSessionMirror } from '#portal/session-mirror.ts'
import { Card } from '#portal/ui/card.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import { PlaceLink } from '#portal/ui/place-link.tsx'
import { SummaryList } from '#portal/ui/summary-list.tsx'
import type { PaymentOption } from '../contract.ts'
import styles from './hub.module.css'

type Texts = ContentPackages['payment-translation']

type HubFrameProps = {
  texts: Texts
  purchaseId: string
  queryData: QueryData
  options: readonly PaymentOption[]
  chosen: string
  children: React.ReactNode
}

/** HUB-1..3: methods left, the chosen one's form in the middle, the purchase right; one below the other on a phone. */
export function HubFrame({ texts, purchaseId, queryData, options, chosen, children }: HubFrameProps) {
  useSessionMirror('queryData', queryData)
  return (
    <>
      <PageHeading title={texts.hubTitle} lead={texts.hubLead} />
      <PageBody>
        <div className={styles.hub}>
          <nav className={styles.methods} aria-label={texts.methods}>
            {options.map((option) => (
              <MethodLink key={option.route} option={option} isChosen={option.route === chosen} texts={texts} purchaseId={purchaseId} />
            ))}
          </nav>
          <div className={styles.form}>{children}</div>
          <div className={styles.summary}>
            <PurchaseSummary texts={texts} queryData={queryData} />
          </div>
        </div>
      </PageBody>
    </>
  )
}

function MethodLink({
  option,
  isChosen,
  texts,
  purchaseId,
}: {
  option: PaymentOption
  isChosen: boolean
  texts: Texts
  purchaseId: string
}) {
  const isCard = option.route === 'card'
  const content = (
    <>
      <span>{isCard ? texts.methodCard : option.paymentOpt}</span>
      <small>{option.isAvailable ? isCard && texts.methodCardHint : texts.unavailable}</small>
    </>
  )
  if (!option.isAvailable) return <span className={`${styles.method} ${styles.off}`}>{content}</span>
  return (
    <PlaceLink
      className={isChosen ? `${styles.method} ${styles.chosen}` : styles.method}
      href={`/payment/start/${option.route}?purchase=${purchaseId}`}
      aria-current={isChosen ? 'page' : undefined}
    >
      {content}
    </PlaceLink>
  )
}

function PurchaseSummary({ texts, queryData }: { texts: Texts; queryData: QueryData }) {
  const language = useLanguage()
  const { invoiceDetail } = queryData
  const rows = [
    { label: texts.purchase, value: texts[`type_${queryData.transactionType}`] },
    ...(queryData.msisdn ? [{ label: texts.number, value: formatMobileNumber(queryData.msisdn) }] : []),
    ...(queryData.description ? [{ label: texts.description, value: queryData.description }] : []),
    ...(invoiceDetail
      ? [
          { label: texts.accountNo, value: invoiceDetail.accountNo },
          { label: texts.invoiceNo, value: invoiceDetail.invoiceNo },
          { label: texts.startDate, value: formatDay(invoiceDetail.billingStartDate, language) },
          { label: texts.endDate, value: formatDay(invoiceDetail.billingEndDate, language) },
          { label: texts.dueDate, value: formatDay(invoiceDetail.dueDate, language) },
        ]
      : []),
  ]
  return (
    <Card heading={texts.yourPurchase}>
      <SummaryList rows={rows} total={{ label: texts.total, value: formatXof(xof(queryData.amount), language) }} />
      <p className={styles.change}>
        <PlaceLink href={queryData.redirectPage}>{texts.change}</PlaceLink>
      </p>
    </Card>
  )
}
