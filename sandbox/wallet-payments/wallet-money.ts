import { merchantPot } from '../card-gateways/card-money.ts'
import type { WalletName } from '../demo-identities.ts'
import type { FaceName } from '../faces/face-names.ts'
import type { MoveResult } from '../world/movements.ts'
import type { World } from '../world/world.ts'

export type WalletMovement = {
  face: FaceName
  wallet: WalletName
  msisdn: string
  /** The wallet's own name for the movement. */
  reference: string
  /** The merchant's reference of the payment, for a refund as well: books are compared by it. */
  ourReference: string
  amount: number
  currency: string
}

/** Out of the payer's wallet, to the merchant; a wallet cannot go below zero. */
export function captureFromWallet(world: World, { wallet, ...movement }: WalletMovement): MoveResult {
  const from = { kind: 'wallet', wallet, msisdn: movement.msisdn } as const
  return world.money.move({ ...movement, kind: 'capture', from, to: merchantPot(movement.face) })
}

export function giveBackToWallet(world: World, { wallet, ...movement }: WalletMovement): MoveResult {
  const to = { kind: 'wallet', wallet, msisdn: movement.msisdn } as const
  return world.money.move({ ...movement, kind: 'refund', from: merchantPot(movement.face), to })
}
