import { useSearchParams } from 'react-router'
import { BundleList } from '#features/bundles/portal/bundle-list.tsx'
import type { ContentPackages } from '#portal/content-packages.ts'
import { Card } from '#portal/ui/card.tsx'
import type { CheckedLine } from './line-page.ts'

type BundleSectionProps = { heading: string; texts: ContentPackages['recharge-translation']; known: CheckedLine }

/** PRE-2: the bundles of a line, once the line is known. Stands inside the page's form, whose buttons buy. */
export function BundleSection({ heading, texts, known }: BundleSectionProps) {
  const [search] = useSearchParams()
  return (
    <Card heading={heading}>
      <BundleList
        // Another line is another list: its tabs start anew.
        key={known.msisdn}
        texts={texts}
        bundles={known.bundles}
        isStale={known.isStale}
        wanted={{ category: search.get('category'), period: search.get('period') }}
        hrefOf={({ category, period }) => `?${new URLSearchParams({ category, ...(period ? { period } : {}) }).toString()}`}
        canBuy
      />
    </Card>
  )
}
