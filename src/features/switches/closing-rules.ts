import { CONNECTORS, connectorsOf, isConnectorId, PAYMENT_METHODS, type ConnectorId, type PaymentMethod } from '#shared/connector-table.ts'

/** Why staff close a way: a closed list; what else is to say goes into the note. */
export const CLOSE_REASONS = ['no-answer', 'wrong-amounts', 'works', 'agreement', 'other'] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/** How much longer a way stays closed when its end comes and its provider does not answer. */
export const RENEWAL_MINUTES = 15

export function isCloseReason(word: string): word is CloseReason {
  return CLOSE_REASONS.some((reason) => reason === word)
}

/** A closed provider. */
export type Closure = {
  id: number
  connector: ConnectorId
  reason: CloseReason
  note: string
  closedAt: Date
  closedBy: string
  until: Date
  renewals: number
}

function isWay(word: string): word is PaymentMethod {
  return Object.hasOwn(PAYMENT_METHODS, word)
}

/** What a switch moves: a whole way to pay, or one provider of it. Empty for a word that names nothing that is offered here. */
export function connectorsOfSwitch(word: string, offered: readonly ConnectorId[]): ConnectorId[] {
  const named: readonly ConnectorId[] = isWay(word) ? connectorsOf(word) : isConnectorId(word) ? [word] : []
  return named.filter((id) => offered.includes(id))
}

/**
 * Whether customers can still pay with what stays open. Airtime buys no airtime: it does not count while another way is offered here.
 */
export function leavesAWay(open: readonly ConnectorId[], offered: readonly ConnectorId[]): boolean {
  const paysAll = (id: ConnectorId) => CONNECTORS[id].way !== 'airtime'
  return offered.some(paysAll) ? open.some(paysAll) : open.length > 0
}

/** CON-5: what a person saw of a switch: the closures of its providers and their ends. */
export function switchMark(connectors: readonly ConnectorId[], closures: ReadonlyMap<ConnectorId, Closure>): string {
  return connectors
    .map((id) => {
      const closure = closures.get(id)
      return closure ? `${id}:${closure.id}:${closure.until.getTime()}` : `${id}:open`
    })
    .join('|')
}
