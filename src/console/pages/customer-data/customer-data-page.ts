import type { DataProposal } from '#features/staff-acts/customer-data.ts'
import { ACT_RULES } from '#features/staff-acts/roles.ts'
import { maskMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { consolePage } from '../../console-page.ts'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { answerTo, refusalOf } from '../payment/act-answers.ts'
import { customerDataTexts } from './customer-data-texts.ts'
import { openLookUp, sealLookUp } from './looked-up.ts'

/** ERASE-1: requests of a customer about their data. */
export const customerDataPage = consolePage({
  path: '/customer-data',
  menu: 'customer-data',
  mayRead: ACT_RULES['find-customer-data'].does,
  view: 'customer-data',
  async load(request) {
    const { deps, staff, now, language } = request
    const { data } = deps.staff
    const number = numberIn(request)
    const [open, ready] = await Promise.all([data.open(now), data.fetchable(staff.id, now)])
    const isShown = (proposal: DataProposal) => 'shown' in proposal.request && (number === null || data.isAbout(proposal, number))
    return {
      kind: 'page',
      title: customerDataTexts(language).title,
      props: {
        found: number === null ? null : { shown: maskMobileNumber(number), counts: await data.count(number) },
        open: open.filter(isShown),
        ready: ready.filter(isShown),
        now,
      },
    }
  },
  acts: {
    find: { act: 'find-customer-data', run: find },
    export: { act: 'export-customer-data', run: (request, form) => propose(request, form, 'export-customer-data') },
    erase: { act: 'erase-customer-data', run: (request, form) => propose(request, form, 'erase-customer-data') },
  },
})

function numberIn({ deps, url, staff, now }: ConsoleRequest): MobileNumber | null {
  return openLookUp(deps.cipher, url.searchParams.get('n'), { staff, now })
}

async function find({ deps, staff, now, language }: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const texts = customerDataTexts(language)
  const result = await deps.staff.data.desk.find({ staff: { ...staff, via: 'console' }, number: form.get('number') })
  if (result.kind === 'refused') return refusalOf(result.why, language)
  const n = sealLookUp(deps.cipher, { number: result.number, staff, now })
  return { kind: 'done', to: `/customer-data?${new URLSearchParams({ n })}`, notice: { tone: 'info', title: texts.looked } }
}

async function propose(
  request: ConsoleRequest,
  form: ConsoleForm,
  act: 'export-customer-data' | 'erase-customer-data',
): Promise<ActResult> {
  const { deps, staff, language, url } = request
  const texts = customerDataTexts(language)
  const number = numberIn(request)
  if (number === null) return { kind: 'refused', status: 409, notice: { tone: 'warn', title: texts.lookAgain, text: texts.lookAgainText } }
  const wanted = { act, number, note: form.get('note') }
  const result = await deps.staff.data.desk.propose({ staff: { ...staff, via: 'console' }, key: form.idempotencyKey, wanted })
  return answerTo(result, { language, to: `/customer-data${url.search}`, title: texts.proposed, text: texts.proposedText })
}
