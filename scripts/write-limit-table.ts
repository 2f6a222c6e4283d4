import { writeFileSync } from 'node:fs'
import { withinWindow } from '../src/server/limits/budgets.ts'
import { BUDGETS, COUNTED_LIMITS, STRANGERS_SHARE, SUBJECT_LIMITS, type Budget, type CrowdPace } from '../src/server/limits/limit-table.ts'
import type { Pace } from '../src/server/limits/limits.ts'
import { LIMITS } from '../src/settings/limit-settings.ts'
import { markdownTable } from './markdown-table.ts'

export const LIMITS_PAGE = 'docs/limits.md'

const CROWD_SECONDS = 600

/** The page as it should be. */
export function limitsPage(): string {
  return `# Limits

Written by \`node scripts/write-limit-table.ts\` from \`src/server/limits/limit-table.ts\`, \`src/settings/limit-settings.ts\` and the rules of
\`src/server/limits/budgets.ts\`; a test fails when it is stale. Why they are as they are: [decision 0026](decisions/0026-limits-that-hold.md).

**The honest crowd** behind one address of a carrier is 1 000 visitors in ten minutes with up to three numbers each: none of them is refused.
A visit counts only when the server itself began it; whoever shows no cookie, an unknown or a former one is a stranger and counts for the
address. An IPv6 address counts by its /64. Time is the database's.

## Budgets of doing

Each is counted for the visit, then for all of one address (strangers and known visits apart), then for the whole portal. "20 at once, then one
every 6 s" is a pace. "at once" of an address is what anybody may do; in brackets what whoever solves a puzzle may do; then what is kept for
those who cannot. The last column is what one address may do in ten minutes without noticing anything: strangers / known visits.

${markdownTable(
  ['budget', 'one visit', 'strangers of one address', 'known visits of one address', 'ten minutes of one address'],
  Object.values<Budget>(BUDGETS).map(({ what, perVisit, strangers, visits }) => [
    what,
    pace(perVisit),
    crowd(strangers),
    crowd(visits),
    `${inTenMinutes(strangers)} / ${inTenMinutes(visits)}`,
  ]),
)}

## Budgets of the whole portal

Set by the operator. Three quarters flow steadily, a fifth may come at once (from seven tenths of that on a puzzle is asked for), a twentieth is
in reserve for those who cannot solve one. Strangers have at most ${STRANGERS_SHARE * 100} % of each.

${markdownTable(
  ['setting', 'default', 'at once', 'of strangers at once'],
  Object.entries(LIMITS).map(([field, { name, unset }]) => {
    const most = Number(unset.production)
    const seconds = field.endsWith('Hour') ? 3600 : 60
    return [`\`${name}\``, String(most), crowd(withinWindow(most, seconds)), crowd(withinWindow(most * STRANGERS_SHARE, seconds))]
  }),
)}

## Limits of what is asked about

Whoever asks. Where an address has a part of its own it is smaller than the whole, so that nobody uses up what is another's.

${markdownTable(
  ['what', 'pace'],
  Object.values<Pace & { what: string }>(SUBJECT_LIMITS).map(({ what, ...limit }) => [what, pace(limit)]),
)}

## Limits counted in rows

A code that was used counts in the day only; whoever proved a number in the same visit is stopped by the own figures only.

${markdownTable(
  ['what', 'most'],
  Object.values(COUNTED_LIMITS).map(({ what, most }) => [what, String(most)]),
)}
`
}

function pace({ everySeconds, burst }: Pace): string {
  return `${burst} at once, then ${steady(everySeconds)}`
}

function steady(everySeconds: number): string {
  return everySeconds >= 2 ? `one every ${figure(everySeconds)} s` : `${figure(60 / everySeconds)} a minute`
}

function crowd({ everySeconds, burst, calm, reserve }: CrowdPace): string {
  const solved = burst > calm ? ` (${burst})` : ''
  const kept = reserve.burst > 0 ? `; reserve ${reserve.burst}, ${steady(reserve.everySeconds)}` : ''
  return `${calm}${solved} at once, then ${steady(everySeconds)}${kept}`
}

function inTenMinutes({ everySeconds, calm }: CrowdPace): number {
  return Math.floor(calm + CROWD_SECONDS / everySeconds)
}

function figure(value: number): string {
  return String(Math.round(value * 10) / 10)
}

if (import.meta.main) writeFileSync(LIMITS_PAGE, limitsPage())
