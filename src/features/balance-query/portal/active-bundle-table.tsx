import { calendarDay, formatDay } from '#shared/calendar-day.ts'
import type { Language } from '#shared/language.ts'
import type { UnitTexts } from '#features/bundles/unit-words.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { DataTable } from '#portal/ui/lists/data-table.tsx'
import type { BalanceItem } from '../contract.ts'
import { airtimeWords, balanceName, quantityWords } from './balance-words.ts'

type ActiveBundleTableProps = { texts: ContentPackages['balance-translation']; unitTexts: UnitTexts; items: readonly BalanceItem[] }

/** BB-2: the popup's table in the specification's columns. */
export function ActiveBundleTable({ texts, unitTexts, items }: ActiveBundleTableProps) {
  const language = useLanguage()
  if (items.length === 0) return <p>{texts.noBundles}</p>
  return (
    <DataTable
      caption={texts.myActiveBundle}
      isCaptionHidden
      rows={items}
      rowKey={(item) => item.balanceId}
      columns={[
        { key: 'bundle', header: texts.columnBundle, isMain: true, cell: (item) => balanceName(item, texts) },
        { key: 'service', header: texts.columnService, cell: (item) => texts[`service${item.serviceType}`] },
        { key: 'balance', header: texts.columnBalance, align: 'end', cell: (item) => balanceOf(item, unitTexts, language) },
        { key: 'until', header: texts.columnUntil, cell: (item) => untilOf(item, language) },
      ]}
    />
  )
}

/** BB-2: what has no end is a dash. */
const WITHOUT_END = '-'

function balanceOf(item: BalanceItem, unitTexts: UnitTexts, language: Language): string {
  if (item.balanceType === 'unlimited' || item.balance === null) return WITHOUT_END
  return item.serviceType === 'AIRTIME' ? airtimeWords(item, language) : quantityWords(item.balance, item.unitType, { unitTexts, language })
}

function untilOf({ expireTime }: BalanceItem, language: Language): string {
  return expireTime ? formatDay(calendarDay(new Date(expireTime)), language) : WITHOUT_END
}
