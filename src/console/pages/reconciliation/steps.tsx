import type { ReactNode } from 'react'
import { consoleTexts } from '../../console-texts.ts'
import { useConsole } from '../../frame/console-context.ts'
import { Icon } from '../../frame/icon.tsx'
import { reconciliationTexts } from './reconciliation-texts.ts'

const stepTexts = consoleTexts({
  fr: { steps: 'Étapes', file: 'Relevé', columns: 'Colonnes', comparison: 'Comparaison', signature: 'Signature' },
  en: { steps: 'Steps', file: 'Statement', columns: 'Columns', comparison: 'Comparison', signature: 'Signature' },
})
const STEPS = ['file', 'columns', 'comparison', 'signature'] as const

/** Where this statement is on its way. */
export function StepsOf({ current }: { current: number }) {
  const texts = stepTexts(useConsole().language)
  return (
    <ol className="steps" aria-label={texts.steps}>
      {STEPS.map((step, place) => (
        <li key={step} className={place + 1 < current ? 'done' : undefined} aria-current={place + 1 === current ? 'step' : undefined}>
          <i aria-hidden="true">{place + 1 < current ? '✓' : place + 1}</i>
          {texts[step]}
        </li>
      ))}
    </ol>
  )
}

export function Crumb({ children }: { children: ReactNode }) {
  const { title } = reconciliationTexts(useConsole().language)
  return (
    <nav className="crumb" aria-label={title}>
      <a href="/reconciliation">{title}</a>
      <Icon name="right" isSmall />
      <span>{children}</span>
    </nav>
  )
}
