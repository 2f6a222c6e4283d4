import { LANGUAGES } from '#shared/language.ts'
import type { StaffRole } from '#shared/staff-role.ts'
import { consolePage } from '../../console-page.ts'
import { chosenRows, readTextFilter, textGroups, textRows } from './text-list.ts'
import { textsTexts } from './texts-texts.ts'

/** CON-2: texts are the work of editors, and approvers publish them. */
export const TEXT_READERS: readonly StaffRole[] = ['editor', 'approver']

export const textsPage = consolePage({
  path: '/texts',
  menu: 'texts',
  mayRead: TEXT_READERS,
  view: 'texts',
  async load({ deps, url, now, language }) {
    const [all, open] = await Promise.all([deps.texts.texts(), deps.texts.open()])
    const rows = textRows(all, open)
    const groups = textGroups(rows)
    const asked = readTextFilter(url.searchParams, LANGUAGES)
    const isSearch = asked.typed !== '' || asked.mark !== null
    const filter = {
      ...asked,
      group: groups.find(({ group }) => group === asked.group)?.group ?? (isSearch ? null : (groups[0]?.group ?? null)),
    }
    const { rows: shown, found } = chosenRows(rows, filter)
    const props = { groups, filter, rows: shown, found, total: rows.length, open, now, languages: LANGUAGES }
    return { kind: 'page', title: textsTexts(language).title, props }
  },
  /** What waits for another person's eyes. */
  countMenu: async ({ deps, staff }) => {
    if (!staff.roles.includes('approver')) return null
    const waiting = (await deps.texts.open()).filter(({ state, authorIds }) => state === 'review' && !authorIds.includes(staff.id))
    return { count: waiting.length, isUrgent: false }
  },
})
