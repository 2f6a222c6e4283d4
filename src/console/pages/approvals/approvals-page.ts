import { mayApprove } from '#features/staff-acts/roles.ts'
import { consolePage } from '../../console-page.ts'
import { PAYMENT_READERS } from '../../readers.ts'
import { approvalsTexts } from './approvals-texts.ts'

export const approvalsPage = consolePage({
  path: '/approvals',
  menu: null,
  mayRead: PAYMENT_READERS,
  view: 'approvals',
  async load({ deps, now, staff, language }) {
    const [open, data] = await Promise.all([deps.staff.openProposals(now), deps.staff.data.open(now)])
    const [yours, others] = [true, false].map((isMine) =>
      open.filter(({ act, proposedBy }) => mayApprove(staff, act, proposedBy.id) === isMine),
    )
    return { kind: 'page', title: approvalsTexts(language).title, props: { yours: yours ?? [], others: others ?? [], data, now } }
  },
})
