import assert from 'node:assert/strict'
import type { SimulatorName } from '../simulators/simulator-names.ts'
import type { LedgerEntry, Pot } from '../world/movements.ts'
import type { World } from '../world/world.ts'

/** The banks of all card holders: they never run dry. */
const CARD_HOLDERS: Pot = { kind: 'outside', name: 'cards' }

export type CardMovement = {
  face: SimulatorName
  /** The gateway's own name for the movement. */
  reference: string
  /** The merchant's reference of the payment, for a refund as well: ledgers are compared by it. */
  ourReference: string
  /** In whole units of the currency, regardless of the unit in the protocol. */
  amount: number
  currency: string
}

/** What the operator has collected at a gateway. */
export function merchantPot(face: SimulatorName): Pot {
  return { kind: 'outside', name: `merchant:${face}` }
}

export function capture(world: World, movement: CardMovement): LedgerEntry {
  return moved(world, { ...movement, kind: 'capture', from: CARD_HOLDERS, to: merchantPot(movement.face) })
}

/** Back to where it came from: the card, unless another pot is named. */
export function refund(world: World, { to = CARD_HOLDERS, ...movement }: CardMovement & { to?: Pot }): LedgerEntry {
  return moved(world, { ...movement, kind: 'refund', from: merchantPot(movement.face), to })
}

function moved(world: World, movement: Parameters<World['money']['move']>[0]): LedgerEntry {
  const result = world.money.move(movement)
  assert(result.kind === 'moved')
  return result.entry
}
