import type { QueryData } from '#features/purchase/contract.ts'
import { unitWords } from '#features/bundles/unit-words.ts'
import { formatDay } from '#shared/calendar-day.ts'
import { formatNumber } from '#shared/format-number.ts'
import type { Language } from '#shared/language.ts'
import { formatMobileNumber } from '#shared/mobile-number.ts'
import { formatMoney, fromMajor, subtractMoney } from '#shared/money.ts'
import { unbroken } from '#shared/unbroken.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { SummaryList, type SummaryRow } from '#portal/ui/lists/summary-list.tsx'
import { hubAmount } from './hub-amount.ts'
import type { HubExchange } from './hub-exchange.ts'
import type { HubTexts } from './hub-texts.ts'

type PurchaseSummaryProps = { texts: HubTexts; queryData: QueryData; exchange: HubExchange | null }

/** HUB-3, HUB-4 */
export function PurchaseSummary({ texts, queryData, exchange }: PurchaseSummaryProps) {
  const language = useLanguage()
  const { invoiceDetail } = queryData
  const rows = [
    { label: texts.purchase, value: texts[`type_${queryData.transactionType}`] },
    ...(queryData.msisdn ? [{ label: texts.number, value: unbroken(formatMobileNumber(queryData.msisdn)) }] : []),
    ...(queryData.description ? [{ label: texts.description, value: queryData.description }] : []),
    ...dataRow(queryData, texts, language),
    ...(queryData.metaInfo ? [{ label: texts.leadNo, value: queryData.metaInfo.leadId }] : []),
    ...leadPrice(queryData, texts, language),
    ...(invoiceDetail
      ? [
          { label: texts.accountNo, value: invoiceDetail.accountNo },
          { label: texts.invoiceNo, value: invoiceDetail.invoiceNo },
          { label: texts.startDate, value: formatDay(invoiceDetail.billingStartDate, language) },
          { label: texts.endDate, value: formatDay(invoiceDetail.billingEndDate, language) },
          { label: texts.dueDate, value: formatDay(invoiceDetail.dueDate, language) },
        ]
      : []),
    ...(exchange?.payIn
      ? [{ label: exchange.texts.price, value: formatMoney(fromMajor(queryData.amount, queryData.currency), language) }]
      : []),
  ]
  return <SummaryList rows={rows} total={{ label: texts.total, value: hubAmount(queryData, exchange, language) }} />
}

/** HUB-3: data with its unit; unlimited data has no figure, and its bundle's name says so. */
function dataRow({ data, dataUnit }: QueryData, texts: HubTexts, language: Language): SummaryRow[] {
  if (data === null || data <= 0) return []
  return [{ label: texts.data, value: `${formatNumber(data, language)}\u00a0${unitWords(dataUnit, texts)}` }]
}

/** HUB-3: the price of a home broadband request is the plan and the connection. */
function leadPrice({ transactionType, amount, currency, bundleInfo }: QueryData, texts: HubTexts, language: Language): SummaryRow[] {
  if (transactionType !== 'HBB_LEADS' || !bundleInfo || bundleInfo.amount >= amount) return []
  const plan = fromMajor(bundleInfo.amount, currency)
  const connection = subtractMoney(fromMajor(amount, currency), plan)
  return [
    { label: texts.leadPlan, value: formatMoney(plan, language) },
    { label: texts.leadConnection, value: formatMoney(connection, language) },
  ]
}
