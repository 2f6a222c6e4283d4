import { useState } from 'react'
import type { BundleTexts } from './bundle-texts.ts'
import { replaceInQuery } from '#portal/browser/replace-address.ts'
import { FilterChips } from '#portal/ui/choices/filter-chips.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { Tabs } from '#portal/ui/choices/tabs.tsx'
import type { RunningBundle, ShownBundle } from '../contract.ts'
import { categoriesOf, categoryIcon, chooseBundles, periodsOf } from '../rules.ts'
import { BundleTable, type CanBuy } from './bundle-table.tsx'
import { categoryName, periodName } from './bundle-words.ts'
import { CATEGORY_ICONS } from './category-icons.ts'
import styles from './bundle-list.module.css'

const ALL = 'All'

export type BundleListProps = {
  texts: BundleTexts
  bundles: readonly ShownBundle[]
  isStale: boolean
  /** The running bundles of the line, if they may be shown. */
  running?: readonly RunningBundle[] | undefined
  /** Chosen by the URL, so that tabs and chips work as links before script loads. */
  wanted: { category: string | null; period: string | null }
  hrefOf: (choice: { category: string; period: string | null }) => string
  canBuy: CanBuy
}

/** BUN-1..3: tabs by category, a row of chips by period, and the bundles. */
export function BundleList({ texts, bundles, isStale, running, wanted, hrefOf, canBuy }: BundleListProps) {
  const [chosen, setChosen] = useState(wanted)
  const { category, period, shown, popular } = chooseBundles(bundles, chosen)
  function choose(next: { category: string; period: string | null }) {
    setChosen(next)
    replaceInQuery(next)
  }
  if (bundles.length === 0) return <p>{texts.noBundles}</p>
  const same = (running ?? []).filter(({ categories }) => categories.includes(category))
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
        {same.length > 0 && <Notification kind="warn">{same.map(({ words }) => words).join(' ')}</Notification>}
        <FilterChips
          label={texts.periods}
          choices={periods.map((name) => ({ value: name, label: periodName(name, texts) }))}
          value={period ?? ALL}
          hrefOf={(name) => hrefOf({ category, period: name === ALL ? null : name })}
          onChoose={(name) => choose({ category, period: name === ALL ? null : name })}
        />
        <BundleTable texts={texts} bundles={shown} popular={popular} canBuy={canBuy} label={categoryName(category, texts)} />
      </Tabs>
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
