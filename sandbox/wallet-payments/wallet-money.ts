import { merchantPot } from '../card-gateways/card-money.ts'
import { payerBehaviour, type WalletName } from '../demo-identities.ts'
import type { SimulatorName } from '../simulators/simulator-names.ts'
import type { Collection } from '../world/journal-store.ts'
import type { MoveResult } from '../world/movements.ts'
import type { World } from '../world/world.ts'

export type WalletMovement = {
  face: SimulatorName
  wallet: WalletName
  msisdn: string
  /** The wallet's own name for the movement. */
  reference: string
  /** The merchant's reference of the payment, which the merchant never receives back. */
  knownAs?: string
  /** The merchant's reference of the payment, for a refund as well: ledgers are compared by it. */
  ourReference: string
  amount: number
  currency: string
}

/** Out of the payer's wallet, to the merchant; a wallet cannot go below zero. */
export function captureFromWallet(world: World, { wallet, knownAs, ...movement }: WalletMovement): MoveResult {
  const from = { kind: 'wallet', wallet, msisdn: movement.msisdn } as const
  const moved = world.money.move({ ...movement, kind: 'capture', from, to: merchantPot(movement.face) })
  const reference = knownAs ?? movement.reference
  if (moved.kind === 'moved' && payerBehaviour(movement.msisdn) === 'delivery-refused') paymentsInVain(world).put(reference, { reference })
  return moved
}

/** Payments whose delivery the operator refuses, by the reference that the operator receives. */
function paymentsInVain({ store }: World): Collection<{ reference: string }> {
  return store.collection('wallets.payments-in-vain')
}

export function isPaidInVain(world: World, reference: unknown): boolean {
  return typeof reference === 'string' && paymentsInVain(world).get(reference) !== undefined
}

export function giveBackToWallet(world: World, { wallet, knownAs: _knownAs, ...movement }: WalletMovement): MoveResult {
  const to = { kind: 'wallet', wallet, msisdn: movement.msisdn } as const
  return world.money.move({ ...movement, kind: 'refund', from: merchantPot(movement.face), to })
}
