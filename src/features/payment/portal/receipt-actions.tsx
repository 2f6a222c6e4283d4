import { useState } from 'react'
import type { ContentPackages } from '#portal/content-packages.ts'
import { Button } from '#portal/ui/button.tsx'
import { useHasScript } from '#portal/ui/use-has-script.ts'
import styles from './status.module.css'

/** The reference, and what can be done with it once script is there. */
export function ReceiptActions({ texts, reference }: { texts: ContentPackages['payment-translation']; reference: string }) {
  const [isCopied, setCopied] = useState(false)
  const hasScript = useHasScript()
  const shown = reference.replace(/(.{4})(?=.)/g, '$1-')
  return (
    <>
      <p className={styles.reference}>
        {texts.reference} <strong>{shown}</strong>
      </p>
      {hasScript && (
        <div className={styles.actions}>
          <Button type="button" look="quiet" isSmall onClick={() => void navigator.clipboard?.writeText(shown).then(() => setCopied(true))}>
            {isCopied ? texts.copied : texts.copy}
          </Button>
          <Button type="button" look="quiet" isSmall onClick={() => print()}>
            {texts.print}
          </Button>
          {'share' in navigator && (
            <Button
              type="button"
              look="quiet"
              isSmall
              onClick={() => void navigator.share({ title: document.title, url: location.href }).catch(() => {})}
            >
              {texts.share}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
