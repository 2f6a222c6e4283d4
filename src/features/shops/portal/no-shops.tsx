import { Card } from '#portal/ui/frame/card.tsx'
import { Drawing } from '#portal/ui/signs/drawing.tsx'
import { SHOP } from '#portal/ui/signs/drawings.ts'
import type { ShopTexts } from './shop-words.ts'
import styles from './shops.module.css'

type NoShopsProps = { texts: ShopTexts; reason: 'no-match' | 'failed' | 'no-position' }

/** SHOP-1, SHOP-2: the not-found panel. A phone has its own, shorter sentence; why there is no position is said above it. */
export function NoShops({ texts, reason }: NoShopsProps) {
  return (
    <Card isCentred>
      <div role="status">
        <Drawing shapes={SHOP} />
        <h2 {...(reason !== 'no-position' && { tabIndex: -1, autoFocus: true })}>{texts.noResults}</h2>
        {reason === 'failed' && <p>{texts.failed}</p>}
        {reason === 'no-match' && (
          <>
            <p className={styles.onDesk}>{texts.noMatchingResult}</p>
            <p className={styles.onPhone}>{texts.noResultMobile}</p>
            <p className={styles.soft}>{texts.tryAgain}</p>
          </>
        )}
      </div>
    </Card>
  )
}
