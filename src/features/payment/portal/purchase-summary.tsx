import type { QueryData } from '#features/purchase/contract.ts'
import { formatDay } from '#shared/calendar-day.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { formatXof, xof } from '#shared/money.ts'
import { useLanguage } from '#portal/frame-context.ts'
import { Card } from '#portal/ui/card.tsx'
import { SummaryList } from '#portal/ui/summary-list.tsx'
import { hubAmount } from './hub-amount.ts'
import type { HubExchange } from './hub-exchange.ts'
import type { HubTexts } from './hub-texts.ts'
import styles from './hub.module.css'

type PurchaseSummaryProps = { texts: HubTexts; queryData: QueryData; exchange: HubExchange | null }

/** HUB-3, HUB-4 */
export function PurchaseSummary({ texts, queryData, exchange }: PurchaseSummaryProps) {
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
    ...(exchange?.payIn ? [{ label: exchange.texts.price, value: formatXof(xof(queryData.amount), language) }] : []),
  ]
  return (
    <Card heading={texts.yourPurchase}>
      <SummaryList rows={rows} total={{ label: texts.total, value: hubAmount(queryData, exchange, language) }} />
      <p className={styles.change}>
        <a href={queryData.redirectPage}>{texts.change}</a>
      </p>
    </Card>
  )
}
