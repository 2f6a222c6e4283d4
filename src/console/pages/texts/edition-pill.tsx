import type { Edition } from '#features/text-editing/edition.ts'
import { useConsole } from '../../frame/console-context.ts'
import { Pill } from '../../frame/pieces.tsx'
import { textsTexts } from './texts-texts.ts'

const SHOWN = {
  draft: { tone: 'quiet', icon: 'pencil' },
  review: { tone: 'warn', icon: 'eye' },
  scheduled: { tone: 'back', icon: 'clock' },
  published: { tone: 'good', icon: 'check' },
  withdrawn: { tone: 'quiet', icon: 'cross' },
} as const

export function EditionPill({ edition: { state, note } }: { edition: Pick<Edition, 'state' | 'note'> }) {
  const texts = textsTexts(useConsole().language)
  const { tone, icon } = SHOWN[state]
  const isReturned = state === 'draft' && note !== null
  return (
    <Pill tone={isReturned ? 'warn' : tone} icon={icon}>
      {isReturned ? texts.returned : texts[state]}
    </Pill>
  )
}
