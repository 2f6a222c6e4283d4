import { mayPropose } from '#features/staff-acts/roles.ts'
import { consolePage } from '../../console-page.ts'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { PAYMENT_READERS } from '../../readers.ts'
import { filterQuery, readFilter } from '../../queries/payment-filter.ts'
import { countStandings } from '../../queries/payment-list.ts'
import { dataProposalTexts } from '../data-proposal/data-proposal-texts.ts'
import { answerTo } from '../payment/act-answers.ts'
import { refuseTooLong } from './export-payments.ts'

/** CON-10: full numbers leave only after a second person has read the filter and the reason. */
export const fullExportPage = consolePage({
  path: '/payments/full-export',
  menu: 'payments',
  mayRead: PAYMENT_READERS,
  view: 'full-export',
  async load({ url, now, deps, language, staff }) {
    const filter = readFilter(url.searchParams, now)
    const counts = await countStandings(deps.db, filter)
    const rows = filter.standing === null ? counts.all : counts[filter.standing]
    const props = { filter: filterQuery(filter).toString(), rows, mayPropose: mayPropose(staff, 'export-numbers') }
    return { kind: 'page', title: dataProposalTexts(language).exportTitle, props }
  },
  acts: { propose: { act: 'export-numbers', run: propose } },
})

async function propose({ deps, staff, language, now }: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const texts = dataProposalTexts(language)
  // Days are fixed here: approved is what was read, whatever day it is then.
  const filter = readFilter(new URLSearchParams(form.get('filter')), now)
  const tooLong = await refuseTooLong(deps.db, filter, language)
  if (tooLong) return tooLong
  const wanted = { act: 'export-numbers' as const, filter: filterQuery(filter).toString(), note: form.get('note') }
  const result = await deps.staff.data.desk.propose({ staff: { ...staff, via: 'console' }, key: form.idempotencyKey, wanted })
  const to = result.kind === 'proposed' ? `/approvals/${result.proposal}` : '/approvals'
  return answerTo(result, { language, to, title: texts.exportProposed, text: texts.exportProposedText })
}
