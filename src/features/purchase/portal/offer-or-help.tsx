import { ServerSlot } from '#portal/islands/server-slot.tsx'
import { BundleSection, type BundleSectionProps } from './bundle-section.tsx'
import type { CheckedLine } from './checked-line.ts'

type OfferOrHelpProps = Omit<BundleSectionProps, 'known'> & { known: CheckedLine | null; hasHelp?: boolean }

/** The end of every form that sells bundles: those of the line once it is accepted, and before that the page's help. */
export function OfferOrHelp({ known, hasHelp = true, ...offer }: OfferOrHelpProps) {
  const accepted = known?.verdict?.kind === 'accepted' ? known : null
  return (
    <>
      {accepted && <BundleSection {...offer} known={accepted} />}
      {hasHelp && <ServerSlot isHidden={accepted !== null} />}
    </>
  )
}
