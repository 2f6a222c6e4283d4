import { useNavigate } from 'react-router'
import type { UnitTexts } from '#features/bundles/portal/bundle-words.ts'
import type { LineTexts } from '#features/line/portal/line-texts.ts'
import { AskedCodeForm } from '#features/one-time-code/portal/asked-code-form.tsx'
import type { CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import { Dialog } from '#portal/ui/dialog.tsx'
import { ActiveBundleTable } from './active-bundle-table.tsx'
import type { BalanceAnswer } from './balance-steps.ts'
import { NumberForm } from './number-form.tsx'
import { UnreadBalance } from './unread-balance.tsx'

export type ActiveBundleTexts = {
  texts: ContentPackages['balance-translation']
  numberTexts: LineTexts
  unitTexts: UnitTexts
  codeTexts: CodeTexts
}

export type ActiveBundleDialogProps = ActiveBundleTexts & {
  /** The address of the page behind, without the dialog. */
  page: string
  numberLabel: string
  answered: BalanceAnswer
}

/** BB-2: the balance of a router over the page that recharges it, in the country profiles that offer it. */
export function ActiveBundleDialog({ page, ...rest }: ActiveBundleDialogProps) {
  const navigate = useNavigate()
  const { texts, codeTexts, answered } = rest
  const title = answered.reading?.kind === 'read' ? texts.myActiveBundle : texts.fetchBalance
  return (
    <Dialog isOpen title={title} closeLabel={codeTexts.close} onClose={() => void navigate(page, { preventScrollReset: true })}>
      <Step {...rest} />
    </Dialog>
  )
}

function Step({ texts, numberLabel, numberTexts, unitTexts, codeTexts, answered }: Omit<ActiveBundleDialogProps, 'page'>) {
  const { checked, code, reading } = answered
  if (reading?.kind === 'read') return <ActiveBundleTable texts={texts} unitTexts={unitTexts} items={reading.items} />
  if (reading?.kind === 'unread') return <UnreadBalance texts={texts} msisdn={checked.msisdn} reading={reading} />
  if (code) return <AskedCodeForm code={code} texts={codeTexts} />
  return <NumberForm texts={texts} numberLabel={numberLabel} numberTexts={numberTexts} codeTexts={codeTexts} answered={answered} />
}
