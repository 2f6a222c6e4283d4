import { Card } from '#portal/ui/frame/card.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import type { ShopTexts } from './shop-words.ts'
import styles from './shops.module.css'

const SHOP_WITH_QUESTION = 'M4 9l1.5-5h13L20 9M4 9v11h16V9M4 9h16M10.2 13a1.9 1.9 0 1 1 2.7 1.7c-.6.3-.9.7-.9 1.4M12 18.2h.01'

type NoShopsProps = { texts: ShopTexts; reason: 'no-match' | 'failed' | 'no-position' }

/** SHOP-1, SHOP-2: the not-found panel. A phone has its own, shorter sentence; why there is no position is said above it. */
export function NoShops({ texts, reason }: NoShopsProps) {
  return (
    <Card isCentred>
      <div role="status">
        <span className={styles.nothingSign}>
          <Icon path={SHOP_WITH_QUESTION} />
        </span>
        <h2>{texts.noResults}</h2>
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
