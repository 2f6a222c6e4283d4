import { statementSources } from '#features/payment/server/reconciliation/statement-sources.ts'
import { listDays } from '#features/reconciliation/server/days.ts'
import { receiveStatement, type Received } from '#features/reconciliation/server/uploads.ts'
import { calendarDay, formatLongDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { consolePage } from '../../console-page.ts'
import type { ActResult, ConsoleForm, ConsoleRequest } from '../../console-request.ts'
import { shiftDay } from '../../queries/payment-filter.ts'
import type { WaitingStatement } from './reconciliation-view.tsx'
import { faultText, reconciliationTexts, sourceName } from './reconciliation-texts.ts'

export const RECONCILERS = ['finance', 'approver'] as const
const DAYS_BACK = 60
const MAX_DAYS = 200

export const reconciliationPage = consolePage({
  path: '/reconciliation',
  menu: 'reconciliation',
  mayRead: RECONCILERS,
  view: 'reconciliation',
  async load({ deps, now, language, url }) {
    const today = calendarDay(now)
    const [days, waiting] = await Promise.all([
      listDays(deps.db, { since: shiftDay(today, -DAYS_BACK), limit: MAX_DAYS }),
      uncompared(deps.db),
    ])
    const asked = url.searchParams.get('source') ?? ''
    const source = statementSources().includes(asked) ? asked : ''
    return {
      kind: 'page',
      title: reconciliationTexts(language).title,
      props: { days, waiting, today, yesterday: shiftDay(today, -1), source },
    }
  },
  acts: { upload: { act: 'upload-statement', takesFile: true, run: upload } },
})

async function uncompared(db: ConsoleRequest['deps']['db']): Promise<WaitingStatement[]> {
  return db
    .selectFrom('recon_statement as s')
    .select(['s.id', 's.source', 's.day', 's.file_name as fileName', 's.uploaded_by_name as by'])
    .where('s.compared_at', 'is', null)
    .where((is) => is.exists(is.selectFrom('recon_file_part as p').select('p.part').whereRef('p.upload_id', '=', 's.upload_id')))
    .orderBy('s.id', 'desc')
    .limit(20)
    .execute()
}

async function upload({ deps, staff, language }: ConsoleRequest, form: ConsoleForm): Promise<ActResult> {
  const texts = reconciliationTexts(language)
  const [source, day, { file }] = [form.get('source'), form.get('day'), form]
  const refused = (text: string): ActResult => ({ kind: 'refused', status: 422, notice: { tone: 'bad', title: texts.notSent, text } })
  if (!statementSources().includes(source) || day === '' || !file || file.name === '') return refused(texts.noFile)
  const received: Received = await receiveStatement(deps, { source, day, fileName: file.name, bytes: file.bytes, staff })
  switch (received.kind) {
    case 'received':
      return { kind: 'done', to: `/reconciliation/statements/${received.id}`, notice: { tone: 'good', title: texts.received } }
    case 'same-file':
      return {
        kind: 'done',
        to: `/reconciliation/${received.source}/${received.day}`,
        notice: {
          tone: 'warn',
          title: texts.sameFile,
          text: fillText(texts.sameFileText, {
            source: sourceName(received.source, language),
            day: formatLongDay(received.day, language),
            file: received.fileName,
          }),
        },
      }
    case 'unreadable':
      return refused(faultText(received, language))
    case 'refused':
      return refused({ signed: texts.daySigned, day: texts.dayWrong, 'too-large': texts.tooLarge }[received.why])
  }
}
