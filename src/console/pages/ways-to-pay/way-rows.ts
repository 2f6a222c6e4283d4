import { connectorsOfSwitch, leavesAWay, switchMark } from '#features/switches/closing-rules.ts'
import type { Closures, LastAnswers } from '#features/switches/server/closure.store.ts'
import { CONNECTORS, waysToPay, type ConnectorId } from '#shared/connector-table.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import type { UpstreamHealth } from '../../console-deps.ts'
import type { MethodFigures } from '../../queries/overview-figures.ts'
import { methodName, paymentTexts } from '../words/payment-words.ts'

export type WayState = 'open' | 'closed' | 'part' | 'cut' | 'back'

/** A way to pay, or one provider of a way that has several. */
export type WayRow = {
  /** The word of its switch. */
  way: string
  connectors: readonly ConnectorId[]
  isSub: boolean
  state: WayState
  /** The end that comes last, of those that are closed. */
  until: Date | null
  closedBy: string | null
  reason: string | null
  note: string | null
  renewals: number
  asked: number
  paid: number
  lastGood: Date | null
  mark: string
  openPayments: number
  mayClose: boolean
}

type WayFacts = {
  offered: readonly ConnectorId[]
  closures: Closures
  health: UpstreamHealth
  figures: readonly MethodFigures[]
  last: LastAnswers
  open: ReadonlyMap<string, number>
}

export function wayRows(facts: WayFacts): WayRow[] {
  return waysToPay().flatMap((way) => {
    const connectors = connectorsOfSwitch(way, facts.offered)
    if (connectors.length === 0) return []
    const subs = way === 'card' && connectors.length > 1 ? connectors.map((id) => rowOf(facts, id, true)) : []
    return [rowOf(facts, way, false), ...subs]
  })
}

function rowOf(facts: WayFacts, way: string, isSub: boolean): WayRow {
  const { offered, closures, figures, last, open } = facts
  const connectors = connectorsOfSwitch(way, offered)
  const closed = connectors.flatMap((id) => closures.get(id) ?? []).toSorted((one, other) => other.until.getTime() - one.until.getTime())
  const own = figures.filter(({ connector }) => connectors.includes(connector))
  const left = offered.filter((id) => !closures.has(id) && !connectors.includes(id))
  const [latest] = closed
  const isWhole = closed.length === connectors.length
  return {
    way,
    connectors,
    isSub,
    state: stateOf(facts, connectors, closed.length),
    until: latest?.until ?? null,
    closedBy: isWhole ? (latest?.closedBy ?? null) : null,
    reason: isWhole ? (latest?.reason ?? null) : null,
    note: isWhole ? (latest?.note ?? null) : null,
    renewals: latest?.renewals ?? 0,
    asked: own.reduce((sum, { asked }) => sum + asked, 0),
    paid: own.reduce((sum, { paid }) => sum + paid, 0),
    lastGood: latestOf(connectors.map((id) => last.get(id)?.good ?? null)),
    mark: switchMark(connectors, closures),
    openPayments: connectors.reduce((sum, id) => sum + (open.get(id) ?? 0), 0),
    mayClose: leavesAWay(left, offered),
  }
}

/** Of several providers, one that answers is enough. */
function stateOf({ health, closures }: WayFacts, connectors: readonly ConnectorId[], closed: number): WayState {
  if (closed === connectors.length) return 'closed'
  const states = health.connectors.filter(({ connector }) => connectors.includes(connector) && !closures.has(connector))
  if (states.length > 0 && states.every(({ state }) => state === 'open' || state === 'probing')) return 'cut'
  if (closed > 0) return 'part'
  return states.length > 0 && states.every(({ state }) => state !== 'closed') ? 'back' : 'open'
}

function latestOf(instants: readonly (Date | null)[]): Date | null {
  return instants.reduce((latest, each) => (each && (!latest || each > latest) ? each : latest), null)
}

/** As its owner writes it. */
export function wayName({ way, connectors, isSub }: Pick<WayRow, 'way' | 'connectors' | 'isSub'>, language: ConsoleLanguage): string {
  if (way === 'card') return paymentTexts(language).methodCard
  const [id] = connectors
  if (id === undefined) return way
  return isSub ? (CONNECTORS[id].name ?? id) : methodName(id, language)
}
