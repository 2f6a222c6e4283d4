import { consoleTexts } from '../console-texts.ts'
import type { ConsoleLanguage } from '../console-language.ts'
import type { StaffRole } from '#shared/staff-role.ts'
import { formatList } from './format.ts'

export const roleTexts = consoleTexts({
  fr: { viewer: 'Lecture', care: 'Relation client', finance: 'Finances', editor: 'Rédaction', approver: 'Approbation' },
  en: { viewer: 'Viewer', care: 'Customer care', finance: 'Finance', editor: 'Editor', approver: 'Approver' },
})

/** 'Finances et Approbation' */
export function roleList(roles: readonly StaffRole[], language: ConsoleLanguage): string {
  const texts = roleTexts(language)
  return formatList(
    roles.map((role) => texts[role]),
    language,
  )
}
