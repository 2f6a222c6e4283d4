import { exportCustomerData } from '#features/staff-acts/server/export-customer-data.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { consolePage } from '../../console-page.ts'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { PAYMENT_READERS } from '../../readers.ts'
import { readFilter } from '../../queries/payment-filter.ts'
import { countStandings } from '../../queries/payment-list.ts'
import { answerTo, refusalOf } from '../payment/act-answers.ts'
import { exportName, writePayments } from '../payments/export-payments.ts'
import { dataProposalTexts } from './data-proposal-texts.ts'

/** CON-3: a request about data that waits for a second person, or that was approved and waits to be fetched. */
export const dataProposalPage = consolePage({
  path: '/approvals/:id',
  menu: null,
  mayRead: PAYMENT_READERS,
  view: 'data-proposal',
  async load({ deps, params, now, language }) {
    const proposal = await deps.staff.data.read(Number(params.id))
    if (!proposal) return { kind: 'not-found' }
    const { request } = proposal
    const filter = 'filter' in request ? readFilter(new URLSearchParams(request.filter), now) : null
    const counts = filter && (await countStandings(deps.db, filter))
    const rows = filter && counts ? (filter.standing === null ? counts.all : counts[filter.standing]) : null
    return { kind: 'page', title: dataProposalTexts(language)[request.act], props: { proposal, rows, now } }
  },
  acts: {
    approve: { act: 'export-customer-data', run: approve },
    reject: { act: 'export-customer-data', run: reject },
    file: { act: 'export-customer-data', run: fetchFile },
  },
})

async function approve({ deps, staff, params, language }: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const texts = dataProposalTexts(language)
  const id = Number(params.id)
  const asked = { staff: { ...staff, via: 'console' as const }, key: form.idempotencyKey, proposal: id, number: form.get('number') }
  const result = await deps.staff.data.desk.approve(asked)
  return answerTo(result, { language, to: `/approvals/${id}`, title: texts.approved })
}

async function reject({ deps, staff, params, language }: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const texts = dataProposalTexts(language)
  const id = Number(params.id)
  const asked = { staff: { ...staff, via: 'console' as const }, key: form.idempotencyKey, proposal: id, note: form.get('note') }
  const result = await deps.staff.data.desk.reject(asked)
  return answerTo(result, { language, to: '/approvals', title: texts.rejected })
}

/** CON-10: the file leaves in the response alone: it is stored nowhere, and its name holds no number. */
async function fetchFile({ deps, staff, params, language, now }: ConsoleRequest): Promise<ActResult> {
  const asked = { staff: { ...staff, via: 'console' as const }, proposal: Number(params.id) }
  const result = await deps.staff.data.desk.fetch(asked, (db, request, number) => {
    if ('filter' in request)
      return writePayments(db, { filter: readFilter(new URLSearchParams(request.filter), now), language, isFull: true })
    if (number === null) throw new Error('a secret that was changed twice has closed this proposal')
    return exportCustomerData(db, number, now)
  })
  if (result.kind === 'refused') return refusalOf(result.why, language)
  if ('filter' in result.request) {
    const name = exportName(readFilter(new URLSearchParams(result.request.filter), now), language)
    return { kind: 'file', name, type: 'text/csv; charset=utf-8', body: result.body }
  }
  const name = fillText(dataProposalTexts(language).file, { day: calendarDay(now) })
  return { kind: 'file', name, type: 'application/json; charset=utf-8', body: result.body }
}
