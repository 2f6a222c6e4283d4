import { useState } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { formatXof, xof } from '#shared/money.ts'
import type { BundleTexts } from './bundle-texts.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { replaceInQuery } from '#portal/browser/replace-address.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { DataTable } from '#portal/ui/lists/data-table.tsx'
import { FilterChips } from '#portal/ui/choices/filter-chips.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { Tabs } from '#portal/ui/choices/tabs.tsx'
import type { ShownBundle } from '../contract.ts'
import { categoriesOf, categoryIcon, chooseBundles, periodsOf } from '../rules.ts'
import { benefitsOf, categoryName, periodName, validityOf } from './bundle-words.ts'
import { CATEGORY_ICONS } from './category-icons.ts'
import styles from './bundle-list.module.css'

const ALL = 'All'

export type BundleListProps = {
  texts: BundleTexts
  bundles: readonly ShownBundle[]
  isStale: boolean
  /** Chosen by the address, so that tabs and chips work as links before script arrives. */
  wanted: { category: string | null; period: string | null }
  hrefOf: (choice: { category: string; period: string | null }) => string
  /** Without it the list only informs. */
  canBuy: boolean
  /** TAB-1: what is to be known about a bundle besides; only where the server alone renders the list. */
  markOf?: (productCode: string) => string | null
}

/** BUN-1..3: tabs by category, chips by period, a table that becomes cards on a phone. */
export function BundleList({ texts, bundles, isStale, wanted, hrefOf, canBuy, markOf }: BundleListProps) {
  const [chosen, setChosen] = useState(wanted)
  const { category, period, shown } = chooseBundles(bundles, chosen)
  function choose(next: { category: string; period: string | null }) {
    setChosen(next)
    replaceInQuery(next)
  }
  if (bundles.length === 0) return <p>{texts.noBundles}</p>
  const periods = [ALL, ...periodsOf(bundles.filter((bundle) => bundle.category === category))]
  return (
    <>
      {isStale && <Notification kind="warn">{texts.staleCatalogue}</Notification>}
      <Tabs
        label={texts.categories}
        tabs={categoriesOf(bundles).map((name) => ({
          value: name,
          label: categoryName(name, texts),
          icon: <CategorySign category={name} />,
        }))}
        value={category}
        hrefOf={(name) => hrefOf({ category: name, period: null })}
        onSelect={(name) => choose({ category: name, period: null })}
      >
        <FilterChips
          label={texts.periods}
          choices={periods.map((name) => ({ value: name, label: periodName(name, texts) }))}
          value={period ?? ALL}
          hrefOf={(name) => hrefOf({ category, period: name === ALL ? null : name })}
          onChoose={(name) => choose({ category, period: name === ALL ? null : name })}
        />
        <BundleTable texts={texts} bundles={shown} canBuy={canBuy} markOf={markOf} caption={categoryName(category, texts)} />
      </Tabs>
    </>
  )
}

type BundleTableProps = Pick<BundleListProps, 'texts' | 'bundles' | 'canBuy'> & { markOf: BundleListProps['markOf']; caption: string }

function BundleTable({ texts, bundles, canBuy, markOf, caption }: BundleTableProps) {
  const language = useLanguage()
  return (
    <DataTable
      caption={caption}
      isCaptionHidden
      isCompact
      rows={bundles}
      rowKey={(bundle) => bundle.productCode}
      columns={[
        { key: 'name', header: texts.columnBundle, isMain: true, cell: ({ name, productCode }) => markedName(name, markOf?.(productCode)) },
        { key: 'benefits', header: texts.columnBenefits, cell: (bundle) => benefitsOf(bundle, texts, language) },
        { key: 'validity', header: texts.columnValidity, cell: (bundle) => validityOf(bundle, texts) },
        {
          key: 'price',
          header: texts.columnPrice,
          align: 'end',
          cell: (bundle) => <strong className={styles.price}>{formatXof(xof(bundle.amount), language)}</strong>,
        },
      ]}
      {...(canBuy
        ? {
            actions: {
              header: texts.columnBuy,
              cell: (bundle: ShownBundle) => (
                <Button
                  look="quiet"
                  isSmall
                  name="productCode"
                  value={bundle.productCode}
                  aria-label={fillText(texts.buyNamed, { name: bundle.name })}
                >
                  {texts.buy}
                </Button>
              ),
            },
          }
        : {})}
    />
  )
}

function markedName(name: string, mark: string | null | undefined) {
  if (!mark) return name
  return (
    <>
      {name} <small className={styles.mark}>{mark}</small>
    </>
  )
}

function CategorySign({ category }: { category: string }) {
  return (
    <svg className={styles.sign} viewBox="0 0 24 24" aria-hidden="true">
      <path d={CATEGORY_ICONS[categoryIcon(category)]} />
    </svg>
  )
}
