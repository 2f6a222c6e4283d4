import { parseArgs } from 'node:util'
import { RESOLUTIONS, resolveReview, type Resolution } from '#features/payment/engine/resolve-review.ts'
import type { PaymentState } from '#features/payment/engine/records.ts'
import { retryTroubles } from '#features/payment/engine/troubles.ts'
import { REVIEW_ADVICE } from '#features/payment/server/review-advice.ts'
import { openPaymentStore } from '#features/payment/server/payment.store.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { clearFailures, isTroubledKind, restingItems } from '#server/jobs/work-troubles.ts'
import type { Settings } from '#settings/settings.ts'
import { maskMobileNumber } from '#shared/mobile-number.ts'
import { CHECK_USAGE, runCheck } from './check-command.ts'
import { runCommand, type Outcome } from './command.ts'
import { closeOne, listCases } from './case-commands.ts'
import { listFound, resolveFound, showFound, takeUpFile } from './found-commands.ts'
import { compareFile, takeUpBook } from './restore-commands.ts'

const USAGE = `For the operator's payment team:
  npm run payments -- list                 payments that need a person, oldest first, and other work that failed too often
  npm run payments -- show <reference>     everything known about one: attempts, refunds, the book
  npm run payments -- resolve <reference> --as ${RESOLUTIONS.join('|')} --by <name> --note <why>
  npm run payments -- retry <reference>    what failed too often with it is tried again; also notice:<number>, book-line:<number>, housekeeping:<step>
  npm run payments -- cases                what visitors claim and nobody has answered yet, the most urgent first
  npm run payments -- close <case> --by <name> --note <answer>   answers a case; the note is what the visitor reads in the SMS
  npm run payments -- restored             after restoring a backup, before the portal starts: everything is asked about before it is done
  npm run payments -- compare <provider|operator> <file> [--from <day> --until <day>]   holds a statement against the book
  npm run payments -- take-up <provider|operator> <file>   after a restore: what the statement holds and the book does not lies before a person
${CHECK_USAGE}The reference is the one on the receipt and in the SMS, with or without dashes. Resolving moves no money: do that first, then say so here.
`

const MOST_LISTED = 200

const OPTIONS = ['as', 'by', 'note', 'from', 'until', 'number', 'account', 'email', 'pay', 'minutes'] as const
const FLAGS = ['give-back', 'in-production'] as const

export async function runPaymentsCommand(args: string[], open: () => Promise<Database>, settings?: Settings): Promise<Outcome> {
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
  if (command === 'check' && reference && settings) {
    const texts = Object.fromEntries(OPTIONS.map((name) => [name, given(name)]).filter(([, text]) => text !== undefined))
    const flags = { giveBack: values['give-back'] === true, inProduction: values['in-production'] === true }
    return runCheck(reference, { ...texts, ...flags }, { settings, say: (line) => process.stdout.write(line) })
  }
  if (command === 'list') return list(await open())
  if (command === 'cases') return listCases(await open())
  if (command === 'close' && reference)
    return closeOne(await open(), { number: reference.toUpperCase(), by: given('by'), note: given('note') })
  if (command === 'restored') return takeUpBook(await open())
  if (command === 'compare' && path) return compareFile(open, { of: reference, path, from: given('from'), until: given('until') })
  if (command === 'take-up' && path) return takeUpFile(open, { of: reference, path, from: undefined, until: undefined })
  const found = reference.replaceAll('-', '').toUpperCase()
  if (command === 'show' && found) return show(await open(), found)
  if (command === 'retry' && reference.includes(':')) return retryItem(await open(), reference)
  if (command === 'retry' && found) return retry(await open(), found)
  const [wanted, by, note] = [given('as'), given('by'), given('note')]
  const as = RESOLUTIONS.find((each) => each === wanted)
  if (command === 'resolve' && found && as && by !== undefined && note !== undefined)
    return resolve(await open(), found, { as, by: by.slice(0, 60), note: note.slice(0, 300) })
  return { isGood: false, words: USAGE }
}

async function list(db: Database): Promise<Outcome> {
  const rows = await db
    .selectFrom('pay_order')
    .select(['reference', 'amount_minor', 'currency', 'review', 'created_at'])
    .where('review', 'is not', null)
    .orderBy('created_at')
    .limit(MOST_LISTED)
    .execute()
  const resting = await restingItems(db, MOST_LISTED)
  const found = await listFound(db)
  if (rows.length === 0 && resting.length === 0 && found.length === 0) return { isGood: true, words: 'No payment needs a person.\n' }
  const lines = rows.map(({ reference, amount_minor, currency, review, created_at }) => {
    const why = review ?? ''
    return `${reference}  ${created_at.toISOString()}  ${String(amount_minor).padStart(9)} ${currency}  ${why}: ${REVIEW_ADVICE[why] ?? 'look at it'}\n`
  })
  const others = await Promise.all(
    resting.map(
      async ({ kind, item, failures, reason, failedAt }) =>
        `${await nameOf(db, kind, item)}  ${failedAt.toISOString()}  failed ${failures} times: ${reason}\n`,
    ),
  )
  return { isGood: true, words: [...lines, ...found, ...others].join('') }
}

/** By what `retry` takes: an order by its reference, which gives nothing away, anything else by its kind and number. */
async function nameOf(db: Database, kind: string, item: string): Promise<string> {
  if (kind !== 'order') return `${kind}:${item}`
  const row = await db.selectFrom('pay_order').select('reference').where('id', '=', item).executeTakeFirst()
  return row?.reference ?? `${kind}:unknown`
}

async function findOrder(db: Database, reference: string): Promise<string | null> {
  const row = await db.selectFrom('pay_order').select('id').where('reference', '=', reference).executeTakeFirst()
  return row?.id ?? null
}

const NOT_FOUND: Outcome = { isGood: false, words: 'No payment has this reference.\n' }

async function show(db: Database, reference: string): Promise<Outcome> {
  const orderId = await findOrder(db, reference)
  const state = orderId && (await openPaymentStore({ db, clock: systemClock, onChange: () => {} }).read(orderId))
  if (!state) return (await showFound(db, reference)) ?? NOT_FOUND
  const { order, attempts, refunds } = state
  const events = await db.selectFrom('pay_event').selectAll().where('order_id', '=', order.id).orderBy('id').execute()
  const lines = [
    `${order.reference}  ${order.amount.minor} ${order.amount.currency}  ${order.delivery.kind}  asked ${order.createdAt.toISOString()}`,
    `delivery ${order.fulfilment}, sent ${order.sends} times, operator's reference ${order.operatorReference ?? '-'}, refusal ${order.refusal ?? '-'}`,
    `needs a person: ${order.review ? `${order.review}: ${REVIEW_ADVICE[order.review] ?? 'look at it'}` : 'no'}`,
    ...order.troubles.map(
      ({ part, failures, reason, until }) =>
        `failed  ${partName(state, part)}  ${failures} times, ${until ? `next try ${until.toISOString()}` : 'rests'}: ${reason}`,
    ),
    ...attempts.map(
      ({ ref, connector, state: stands, reason, providerRef, providerTxnId, payer, isWinner, asked, rate }) =>
        `attempt ${ref}  ${connector}  ${asked.minor} ${asked.currency}${rate === null ? '' : ` (rate ${rate})`}  ${stands}${isWinner ? ' (pays the order)' : ''}  reason ${reason ?? '-'}  provider ${providerRef ?? '-'} / ${providerTxnId ?? '-'}  payer ${payer.msisdn ? maskMobileNumber(payer.msisdn) : '-'}`,
    ),
    ...refunds.map(
      ({ ref, amount, cause, state: stands, tries }) =>
        `refund  ${ref}  ${amount.minor} ${amount.currency}  ${cause}  ${stands}  ${tries} tries`,
    ),
    ...events.map(
      ({ at, source, kind, from_state, to_state, code }) =>
        `${at.toISOString()}  ${source}  ${kind}  ${from_state ?? ''} → ${to_state ?? ''}  ${code ?? ''}`,
    ),
  ]
  return { isGood: true, words: `${lines.join('\n')}\n` }
}

/** A part is named by what it belongs to on the provider's side. */
function partName({ attempts, refunds }: PaymentState, part: string): string {
  const attempt = attempts.find(({ id }) => id === part)
  const refund = refunds.find(({ id }) => id === part)
  return attempt ? `question about ${attempt.ref}` : refund ? `refund ${refund.ref}` : part
}

/** Nothing but another try: whatever the worker finds then, it decides as always. */
async function retry(db: Database, reference: string): Promise<Outcome> {
  const orderId = await findOrder(db, reference)
  if (!orderId) return NOT_FOUND
  await clearFailures(db, { kind: 'order', item: orderId })
  await openPaymentStore({ db, clock: systemClock, onChange: () => {} }).change(orderId, (state) => ({
    state: state.order.troubles.length > 0 ? retryTroubles(state) : state,
    events: [],
    result: null,
  }))
  return { isGood: true, words: `${reference} is tried again.\n` }
}

async function retryItem(db: Database, name: string): Promise<Outcome> {
  const [kind = '', item = ''] = name.split(':')
  if (!isTroubledKind(kind)) return { isGood: false, words: USAGE }
  await clearFailures(db, { kind, item })
  return { isGood: true, words: `${name} is tried again.\n` }
}

async function resolve(db: Database, reference: string, decision: { as: Resolution; by: string; note: string }): Promise<Outcome> {
  const orderId = await findOrder(db, reference)
  if (!orderId) return (await resolveFound(db, reference, decision)) ?? NOT_FOUND
  const store = openPaymentStore({ db, clock: systemClock, onChange: () => {} })
  const isDone = await store.change(orderId, (state) => {
    const change = resolveReview(state, decision)
    return change ? { ...change, result: true } : { state, events: [], result: false }
  })
  return isDone
    ? { isGood: true, words: `${reference} is resolved as ${decision.as}.\n` }
    : { isGood: false, words: 'This payment needs nobody: nothing was changed.\n' }
}

if (import.meta.main) await runCommand((open, settings) => runPaymentsCommand(process.argv.slice(2), open, settings))
