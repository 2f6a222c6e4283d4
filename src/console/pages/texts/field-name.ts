import { fillText } from '#shared/fill-text.ts'
import { languageName } from '#shared/language-review.ts'
import type { TextFacts } from '#features/text-editing/edition.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { textTexts } from './text-texts.ts'

/** 'Français', or 'Français, réponse'. */
export function fieldName(facts: Pick<TextFacts, 'fields'> | null, field: string, language: ConsoleLanguage): string {
  const known = facts?.fields.find((each) => each.field === field)
  if (!known) return languageName(field)
  const name = languageName(known.language)
  if (known.kind !== 'title' && known.kind !== 'answer') return name
  return fillText(textTexts(language)[`part_${known.kind}`], { language: name })
}
