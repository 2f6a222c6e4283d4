import { parseArgs } from 'node:util'
import { RESOLUTIONS, type Resolution } from '#features/payment/engine/resolve-review.ts'
import type { PaymentState } from '#features/payment/engine/records.ts'
import { retryFailedSteps } from '#features/payment/engine/review-left.ts'
import { moneyText } from '#features/payment/server/currency/convert-money.ts'
import { adviceOn } from '#features/payment/server/reconciliation/review-advice.ts'
import { statementSources } from '#features/payment/server/reconciliation/statement-sources.ts'
import { createPaymentStore } from '#features/payment/server/orders/payment.store.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { clearFailures, isJobKind, listDeadLetters } from '#server/jobs/job-failures.ts'
import type { Settings } from '#settings/settings.ts'
import { maskMobileNumber } from '#shared/mobile-number.ts'
import { act, ACTS_USAGE, runActCommand } from './act-commands.ts'
import { runSwitchCommand, SWITCHES_USAGE } from './switch-commands.ts'
import { CHECK_USAGE, runCheck } from './rehearse-upstream.ts'
import { runCommand, type CommandResult } from './command.ts'
import { closeOne, listCases, showRightNumber } from './case-commands.ts'
import { listFound, resolveFound, showFound, importUnmatchedFile } from './found-commands.ts'
import { listed, LISTED_LIMIT } from './listed.ts'
import { recorded } from './recorded.ts'
import { compareFile, prepareLedger } from './restore-commands.ts'

const USAGE = `For the operator's payment team:
  npm run payments -- list                 payments in review, oldest first, and dead letters: items that failed five times
  npm run payments -- show <reference>     one payment: attempts, refunds, ledger
  npm run payments -- resolve <reference> --as ${RESOLUTIONS.join('|')} --by <name> --note <why> [--emergency]
${ACTS_USAGE}${SWITCHES_USAGE}Others:
  npm run payments -- retry <reference> --by <name>   tries its dead letters again; also webhook:<number>, ledger-row:<number>, housekeeping:<step>
  npm run payments -- cases                open claims, most urgent first
  npm run payments -- number <case> --by <name> --note <why>   the right number of a claim about a wrong one; who reads it, and why, is in the audit log
  npm run payments -- close <case> --by <name> --note <answer>   answers a claim; the note is sent by SMS
  npm run payments -- restored             after restoring a backup, before the portal starts: every open payment is queried before it is worked
  npm run payments -- reconcile <source> <file> [--from <day> --until <day>]   compares a statement with the ledger; source: ${statementSources().join(', ')}
  npm run payments -- import-unmatched <source> <file>   after a restore: puts what the statement holds and the ledger does not into review
${CHECK_USAGE}The reference is the one on the receipt and in the SMS, with or without dashes. Resolving moves no money: move it first, then record it here.
`

const OPTIONS = [
  'as',
  'by',
  'note',
  'from',
  'until',
  'number',
  'account',
  'email',
  'pay',
  'minutes',
  'report',
  'attempt',
  'reversal',
  'amount',
  'hours',
  'reason',
] as const
const FLAGS = ['give-back', 'in-production', 'emergency'] as const

export async function runPaymentsCommand(args: string[], open: () => Promise<Database>, settings?: Settings): Promise<CommandResult> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    strict: false,
    options: Object.fromEntries([
      ...OPTIONS.map((name) => [name, { type: 'string' as const }] as const),
      ...FLAGS.map((name) => [name, { type: 'boolean' as const }] as const),
    ]),
  })
  const [command, reference = '', path = ''] = positionals
  const given = (name: (typeof OPTIONS)[number]) => (typeof values[name] === 'string' ? values[name] : undefined)
  if ((command === 'rehearse' || command === 'check') && reference && settings) {
    const texts = Object.fromEntries(OPTIONS.map((name) => [name, given(name)]).filter(([, text]) => text !== undefined))
    const flags = { giveBack: values['give-back'] === true, inProduction: values['in-production'] === true }
    return runCheck(reference, { ...texts, ...flags }, { settings, say: (line) => process.stdout.write(line) })
  }
  if (command === 'list') return list(await open())
  if (command === 'cases') return listCases(await open())
  if (command === 'number' && reference && settings)
    return showRightNumber(await open(), { number: reference.toUpperCase(), by: given('by'), note: given('note'), secrets: settings })
  if (command === 'close' && reference)
    return closeOne(await open(), { number: reference.toUpperCase(), by: given('by'), note: given('note') })
  if (command === 'restored') return prepareLedger(await open())
  if ((command === 'reconcile' || command === 'compare') && path)
    return compareFile(open, { of: reference, path, from: given('from'), until: given('until') })
  if ((command === 'import-unmatched' || command === 'take-up') && path)
    return importUnmatchedFile(open, { of: reference, path, from: undefined, until: undefined })
  const found = reference.replaceAll('-', '').toUpperCase()
  if (command === 'show' && found) return show(await open(), found)
  const [wanted, by, note] = [given('as'), given('by'), given('note')]
  if (command === 'retry' && found && by?.trim())
    return reference.includes(':') ? retryItem(await open(), reference, by) : retry(await open(), found, by)
  const as = RESOLUTIONS.find((each) => each === wanted)
  if (command === 'resolve' && found && as && by !== undefined && note !== undefined)
    return resolve(await open(), found, { as, by: by.slice(0, 60), note: note.slice(0, 300) }, values.emergency === true)
  const isEmergency = values.emergency === true
  const switched = settings && (await runSwitchCommand(open, command ?? '', reference, { given, isEmergency, settings }))
  if (switched) return switched
  const done = await runActCommand(open, command ?? '', reference, { given, isEmergency })
  if (done) return done
  return { ok: false, message: USAGE, exit: 'usage' }
}

async function list(db: Database): Promise<CommandResult> {
  const rows = await db
    .selectFrom('pay_order')
    .select(['reference', 'amount_minor', 'currency', 'review', 'created_at'])
    .where('review', 'is not', null)
    .orderBy('created_at')
    .limit(LISTED_LIMIT)
    .execute()
  const resting = await listDeadLetters(db, LISTED_LIMIT)
  const found = await listFound(db)
  if (rows.length === 0 && resting.length === 0 && found.length === 0) return { ok: true, message: 'No payment is in review.\n' }
  const lines = listed(rows, 'payments under review', ({ reference, amount_minor, currency, review, created_at }) => {
    const why = review ?? ''
    return `${reference}  ${created_at.toISOString()}  ${moneyText({ minor: amount_minor, currency }).padStart(13)}  ${why}: ${adviceOn(why)}`
  })
  const named = await Promise.all(resting.map(async (item) => ({ ...item, name: await nameOf(db, item.kind, item.item) })))
  const others = listed(
    named,
    'items that failed too often',
    ({ name, failures, reason, failedAt }) => `${name}  ${failedAt.toISOString()}  failed ${failures} times: ${reason}`,
  )
  return { ok: true, message: `${[...lines, ...found, ...others].join('\n')}\n` }
}

/** The name of an item in lists and for `retry`, where that differs from its kind in the database. */
const ITEM_NAMES: Partial<Record<string, string>> = { notice: 'webhook', 'book-line': 'ledger-row' }

/** The argument that `retry` accepts: an order's reference, which is not secret, or the item's kind and number. */
async function nameOf(db: Database, kind: string, item: string): Promise<string> {
  if (kind !== 'order') return `${ITEM_NAMES[kind] ?? kind}:${item}`
  const row = await db.selectFrom('pay_order').select('reference').where('id', '=', item).executeTakeFirst()
  return row?.reference ?? `${kind}:unknown`
}

async function findOrder(db: Database, reference: string): Promise<string | null> {
  const row = await db.selectFrom('pay_order').select('id').where('reference', '=', reference).executeTakeFirst()
  return row?.id ?? null
}

const NOT_FOUND: CommandResult = { ok: false, message: 'No payment has this reference.\n' }

async function show(db: Database, reference: string): Promise<CommandResult> {
  const orderId = await findOrder(db, reference)
  const state = orderId && (await createPaymentStore({ db, clock: systemClock, onChange: () => {} }).read(orderId))
  if (!state) return (await showFound(db, reference)) ?? NOT_FOUND
  const { order, attempts, refunds } = state
  const events = await db.selectFrom('pay_event').selectAll().where('order_id', '=', order.id).orderBy('id').execute()
  const lines = [
    `${order.reference}  ${moneyText(order.amount)}  ${order.delivery.kind}  asked ${order.createdAt.toISOString()}`,
    `delivery ${order.fulfilment}, sent ${order.sends} times, operator's reference ${order.operatorReference ?? '-'}, refusal ${order.refusal ?? '-'}`,
    `in review: ${order.review ? `${order.review}: ${adviceOn(order.review)}` : 'no'}`,
    ...order.troubles.map(
      ({ part, failures, reason, until }) =>
        `failed  ${partName(state, part)}  ${failures} times, ${until ? `next try ${until.toISOString()}` : 'rests'}: ${reason}`,
    ),
    ...attempts.map(
      ({ ref, connector, state: stands, reason, providerRef, providerTxnId, payer, isWinner, asked, rate }) =>
        `attempt ${ref}  ${connector}  ${moneyText(asked)}${rate === null ? '' : ` (rate ${rate})`}  ${stands}${isWinner ? ' (pays the order)' : ''}  reason ${reason ?? '-'}  provider ${providerRef ?? '-'} / ${providerTxnId ?? '-'}  payer ${payer.msisdn ? maskMobileNumber(payer.msisdn) : '-'}`,
    ),
    ...refunds.map(
      ({ ref, amount, cause, state: stands, tries }) => `refund  ${ref}  ${moneyText(amount)}  ${cause}  ${stands}  ${tries} tries`,
    ),
    ...events.map(
      ({ at, source, kind, from_state, to_state, code }) =>
        `${at.toISOString()}  ${source}  ${kind}  ${from_state ?? ''} → ${to_state ?? ''}  ${code ?? ''}`,
    ),
  ]
  return { ok: true, message: `${lines.join('\n')}\n` }
}

/** A part is named by its parent at the provider. */
function partName({ attempts, refunds }: PaymentState, part: string): string {
  const attempt = attempts.find(({ id }) => id === part)
  const refund = refunds.find(({ id }) => id === part)
  return attempt ? `question about ${attempt.ref}` : refund ? `refund ${refund.ref}` : part
}

/** Only another try: the worker then decides as always. */
async function retry(db: Database, reference: string, by: string): Promise<CommandResult> {
  const orderId = await findOrder(db, reference)
  if (!orderId) return NOT_FOUND
  await recorded(db, { by, act: 'retry-failed', target: { kind: 'payment', id: reference } }, async (tx) => {
    await clearFailures(tx, { kind: 'order', item: orderId })
    await createPaymentStore({ db: tx, clock: systemClock, onChange: () => {} }).change(orderId, (state) => ({
      state: state.order.troubles.length > 0 ? retryFailedSteps(state) : state,
      events: [],
      result: null,
    }))
    return true
  })
  return { ok: true, message: `${reference} is tried again.\n` }
}

async function retryItem(db: Database, name: string, by: string): Promise<CommandResult> {
  const [word = '', item = ''] = name.split(':')
  // The names of the previous release, which are those of the database, are accepted too.
  const kind = Object.entries(ITEM_NAMES).find(([, named]) => named === word)?.[0] ?? word
  if (!isJobKind(kind)) return { ok: false, message: USAGE, exit: 'usage' }
  await recorded(db, { by, act: 'retry-failed', target: { kind: 'item', id: name } }, async (tx) => {
    await clearFailures(tx, { kind, item })
    return true
  })
  return { ok: true, message: `${name} is tried again.\n` }
}

type Decision = { as: Resolution; by: string; note: string }

async function resolve(db: Database, reference: string, { as, by, note }: Decision, isEmergency: boolean): Promise<CommandResult> {
  const orderId = await findOrder(db, reference)
  if (!orderId) return (await resolveFound(db, reference, { as, by, note, isEmergency })) ?? NOT_FOUND
  const result = await act(db, reference, { by, isEmergency, requestOf: () => ({ act: 'close-review', as, note }) })
  return result.ok && (isEmergency || as === 'delivered' || as === 'not-paid')
    ? { ok: true, message: `${reference} is resolved as ${as}.\n` }
    : result
}

if (import.meta.main) await runCommand(({ args, open, settings }) => runPaymentsCommand(args, open, settings))
