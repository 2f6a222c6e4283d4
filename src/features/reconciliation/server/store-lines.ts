import { setImmediate as breath } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { DELIVERIES } from '#features/payment/server/reconciliation/statement-sources.ts'
import type { Mapping } from '../mapping.ts'
import { lineReader, storedText, type LineProblem, type ReadLine } from '../read-line.ts'
import type { FileTable } from './file-rows.ts'

/** `known`: lines that an earlier file holds. `left`: of other shops. */
export type LineCounts = { lines: number; ours: number; left: number; known: number }

export type LinesRefusal =
  | { kind: 'new-words'; words: string[] }
  | { kind: 'unreadable-lines'; problems: LineProblem[]; count: number }
  | { kind: 'swapped' }
  | { kind: 'net-differs' }
  | { kind: 'no-lines' }

const MAX_TOLD = 20

type Day = { statementId: number; source: string; day: string }

/** Reads a file by a mapping and stores what comparing needs of its lines; all lines, or none when it is refused. */
export async function storeLines(
  tx: Database,
  table: FileTable,
  { mapping, ...day }: Day & { mapping: Mapping },
): Promise<LineCounts | LinesRefusal> {
  const read = lineReader(mapping, table.header, { kind: day.source === DELIVERIES ? 'operator' : 'provider' })
  const newWords = new Set<string>()
  const problems: LineProblem[] = []
  const counts = { lines: 0, ours: 0, left: 0, known: 0 }
  const money = moneyCheck()
  let wrong = 0
  for await (const batch of table.rows) {
    const lines: ReadLine[] = []
    for (const row of batch) {
      const result = read(row)
      if ('word' in result) {
        if (newWords.size < MAX_TOLD) newWords.add(storedText(result.word))
      } else if ('problem' in result) {
        wrong += 1
        if (problems.length < MAX_TOLD) problems.push(result.problem)
      } else {
        lines.push(result.line)
        money.see(result.line)
      }
    }
    counts.lines += batch.length
    counts.ours += lines.filter(({ isOurs }) => isOurs).length
    if (newWords.size === 0 && wrong === 0) await writeLines(tx, day, lines)
    // The portal serves customers in the same process.
    await breath()
  }
  if (newWords.size > 0) return { kind: 'new-words', words: [...newWords] }
  if (wrong > 0) return { kind: 'unreadable-lines', problems, count: wrong }
  if (counts.lines === 0) return { kind: 'no-lines' }
  const refused = money.verdict()
  if (refused) return { kind: refused }
  counts.left = counts.lines - counts.ours
  // Its lock is kept until the end: two comparisons do not wait for each other.
  await sql`analyze (skip_locked) recon_line`.execute(tx)
  counts.known = await removeKnown(tx, day)
  await markRepeats(tx, day)
  return counts
}

/** A fee above its amount, for most lines, is a mapping that swaps the two; so is a net amount that is not what remains. */
function moneyCheck() {
  let [withFee, feeAbove, withNet, netWrong] = [0, 0, 0, 0]
  return {
    see({ isOurs, state, minor, fee, net }: ReadLine) {
      if (!isOurs || state === 'not-done') return
      if (fee !== null && fee > 0) {
        withFee += 1
        if (fee >= minor) feeAbove += 1
      }
      if (net === null || net === 0) return
      withNet += 1
      // Both may be rounded.
      if (net > minor || (fee !== null && Math.abs(net - minor + fee) > 1)) netWrong += 1
    },
    verdict: () => (feeAbove * 2 > withFee ? 'swapped' : netWrong * 2 > withNet ? 'net-differs' : null),
  } as const
}

async function writeLines(tx: Database, { statementId, source, day }: Day, lines: readonly ReadLine[]): Promise<void> {
  if (lines.length === 0) return
  await sql`insert into recon_line
    (statement_id, source, day, line, reference, is_ours, minor, currency, state, fee_minor, net_minor, at, number, payout)
    select ${statementId}::bigint, ${source}, ${day}::date, each_line.* from unnest(
      ${lines.map(({ line }) => line)}::int[], ${lines.map(({ reference }) => reference)}::text[], ${lines.map(({ isOurs }) => isOurs)}::boolean[],
      ${lines.map(({ minor }) => minor)}::bigint[], ${lines.map(({ currency }) => currency)}::text[], ${lines.map(({ state }) => state)}::text[],
      ${lines.map(({ fee }) => fee)}::bigint[], ${lines.map(({ net }) => net)}::bigint[], ${lines.map(({ at }) => at)}::timestamptz[],
      ${lines.map(({ number }) => number)}::text[], ${lines.map(({ payout }) => payout)}::text[]) each_line`.execute(tx)
}

/** Files of neighbouring days overlap: a line that another file holds in every respect counts there. */
async function removeKnown(tx: Database, { statementId, source }: Day): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from recon_line l using recon_line k
    where l.statement_id = ${statementId} and k.source = ${source} and k.reference = l.reference and k.statement_id <> l.statement_id
      and k.state = l.state and k.minor = l.minor and k.currency = l.currency
      and k.at is not distinct from l.at and k.number is not distinct from l.number`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The same reference in the same state once more, under a number or at a time of its own. */
async function markRepeats(tx: Database, { statementId, source }: Day): Promise<void> {
  await sql`
    update recon_line l set is_repeat = true
    where l.statement_id = ${statementId} and l.is_ours and l.state <> 'not-done'
      and exists (
        select from recon_line k where k.source = ${source} and k.reference = l.reference and k.state = l.state and k.id < l.id)`.execute(
    tx,
  )
}
