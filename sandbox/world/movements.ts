import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { WalletName } from '../demo-identities.ts'
import type { SimulatorName } from '../simulators/simulator-names.ts'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Store } from './journal-store.ts'
import type { Lines } from './lines.ts'
import type { Reservations } from './reservations.ts'
import { balanceIn, withMoney, type Wallet, type Wallets } from './wallets.ts'

export type MovementKind = 'capture' | 'refund' | 'credit' | 'reversal' | 'bill-payment' | 'order'

/** A line of `GET /control/ledger`: the shape is agreed, a test compares it with the portal's own ledger. */
export type LedgerEntry = {
  at: string
  face: SimulatorName
  kind: MovementKind
  reference: string
  ourReference: string
  msisdn?: string
  account?: string
  productCode?: string
  amount: number
  currency: string
}

/**
 * Where money is. Wallets and airtime cannot go below zero; an external pot can: it represents everyone we do not model
 * ('merchant:money' what the operator collected there, 'cards' the card holders' banks, 'operator' what was sold).
 */
export type Pot =
  { kind: 'wallet'; wallet: WalletName; msisdn: string } | { kind: 'airtime'; msisdn: string } | { kind: 'outside'; name: string }

export type Movement = Omit<LedgerEntry, 'at'> & { from: Pot; to: Pot }
export type MoveResult =
  { kind: 'moved'; entry: LedgerEntry } | { kind: 'insufficient'; available: number } | { kind: 'no-such-pot'; pot: Pot }

export type Movements = {
  /** The only way money moves: out of one pot, into another, and into the ledger, atomically. */
  move(movement: Movement): MoveResult
  ledger(): LedgerEntry[]
  /** The sum of every pot: no movement changes it. */
  total(): number
}

type Options = { store: Store; clock: Clock; lines: Lines; wallets: Wallets; reservations: Reservations; changes: Changes }

export function createMovements({ store, clock, lines, wallets, reservations, changes }: Options): Movements {
  const entries = store.collection<LedgerEntry>('ledger')
  const outside = store.collection<{ name: string; balance: number }>('pots')

  /** What can be spent from a pot: reserved airtime cannot. */
  function availableIn(pot: Pot, currency: string): number | undefined {
    if (pot.kind === 'wallet') {
      const wallet = wallets.find(pot.wallet, pot.msisdn)
      return wallet && balanceIn(wallet, currency)
    }
    if (pot.kind === 'outside') return outside.get(pot.name)?.balance ?? 0
    const line = lines.find(pot.msisdn)
    return line && line.airtime - reservations.heldOn(pot.msisdn)
  }

  function add(pot: Pot, amount: number, currency: string): void {
    switch (pot.kind) {
      case 'wallet': {
        const wallet = wallets.find(pot.wallet, pot.msisdn)
        assert(wallet)
        return wallets.put(withMoney(wallet, amount, currency))
      }
      case 'airtime': {
        const line = lines.find(pot.msisdn)
        assert(line)
        return lines.put({ ...line, airtime: line.airtime + amount })
      }
      case 'outside':
        return outside.put(pot.name, { name: pot.name, balance: (outside.get(pot.name)?.balance ?? 0) + amount })
    }
  }

  function move({ from, to, ...movement }: Movement): MoveResult {
    assert(Number.isFinite(movement.amount) && movement.amount > 0, `a movement needs a positive amount, not ${movement.amount}`)
    const available = availableIn(from, movement.currency)
    if (available === undefined) return { kind: 'no-such-pot', pot: from }
    if (availableIn(to, movement.currency) === undefined) return { kind: 'no-such-pot', pot: to }
    if (from.kind !== 'outside' && available < movement.amount) return { kind: 'insufficient', available }

    const entry = { at: clock.iso(), ...movement }
    store.together(() => {
      add(from, -movement.amount, movement.currency)
      add(to, movement.amount, movement.currency)
      entries.put(randomUUID(), entry)
    })
    changes.announce(movement.msisdn)
    return { kind: 'moved', entry }
  }

  function total(): number {
    const inWallets = store.collection<Wallet>('wallets').all()
    const inLines = store.collection<{ airtime: number }>('lines').all()
    const amounts = [
      ...inWallets.flatMap(({ balance, others = {} }) => [balance, ...Object.values(others)]),
      ...outside.all().map(({ balance }) => balance),
      ...inLines.map(({ airtime }) => airtime),
    ]
    return amounts.reduce((sum, amount) => sum + amount, 0)
  }

  return { move, ledger: () => entries.all(), total }
}
