import type { AuditEntry } from '#features/audit/audit-entry.ts'
import type { DeskResult, DeskStore, DeskTransaction, Proposal } from '#features/staff-acts/desk-ports.ts'
import type { offersOf } from '#features/staff-acts/offers.ts'
import type { RefundCalls, stateMark } from '#features/staff-acts/payment-acts.ts'
import type { createStaffDesk } from '#features/staff-acts/staff-desk.ts'
import { chanceOf, type Chance } from './chance.ts'
import { storeChange, type Hooks, type OrderWrite, type SimulatedDatabase } from './memory-store.ts'

/** The desk of the core under test. */
export type StaffCore = { createStaffDesk: typeof createStaffDesk; stateMark: typeof stateMark; offersOf: typeof offersOf }

const STAFF_SEEDS = 7_000_000

type UsedKey = { actorId: string; hash: string; act: string; orderId: string | null; at: number; result: DeskResult | null }

/** What staff did, as the database holds it; and whether this world has staff at all. */
export class StaffBooks {
  /** A separate random sequence, so that worlds without staff do not change. */
  readonly chance: Chance
  readonly isStaffed: boolean
  private readonly withoutRefundCall: boolean
  keys = new Map<string, UsedKey>()
  proposals: readonly Proposal[] = []
  audit: readonly AuditEntry[] = []
  /** Counts the commits of the desk: of two transactions at once, one runs again. */
  version = 0
  /** Payments that a person is refunding at the provider. */
  readonly byHand = new Set<string>()

  constructor(seed: number) {
    this.chance = chanceOf(seed + STAFF_SEEDS)
    this.isStaffed = this.chance.happens(0.4)
    this.withoutRefundCall = this.isStaffed && this.chance.happens(0.5)
  }

  /** In some worlds two providers have no refund call. */
  refundCalls: RefundCalls = (connector) => !(this.withoutRefundCall && (connector === 'dpo' || connector === 'money-push'))
}

type Access = { database: SimulatedDatabase; books: StaffBooks; hooks: Hooks; moment: () => Promise<void> }

const MAX_ROUNDS = 50

/** Serializable transactions: the work runs on copies, and is stored as a whole when nothing that it read has changed. */
export function deskStoreOf({ moment, ...access }: Access): DeskStore {
  return {
    async transact(work) {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const draft = new Draft(access)
        const result = await work(draft.transaction())
        await moment()
        const isStored = draft.store()
        await moment()
        if (isStored) return result
      }
      throw new Error('a desk is never left alone')
    },
  }
}

class Draft {
  private readonly database: SimulatedDatabase
  private readonly hooks: Hooks
  private readonly books: StaffBooks
  private readonly begun: number
  private readonly writes = new Map<string, OrderWrite>()
  private readonly keys: Map<string, UsedKey>
  private proposals: readonly Proposal[]
  private audit: readonly AuditEntry[]

  constructor({ database, books, hooks }: Omit<Access, 'moment'>) {
    this.database = database
    this.hooks = hooks
    this.books = books
    this.begun = this.books.version
    this.keys = new Map(this.books.keys)
    this.proposals = this.books.proposals
    this.audit = this.books.audit
  }

  store(): boolean {
    if (this.books.version !== this.begun) return false
    for (const write of this.writes.values()) if (!storeChange(this.database, this.hooks, write)) return false
    Object.assign(this.books, { keys: this.keys, proposals: this.proposals, audit: this.audit, version: this.begun + 1 })
    return true
  }

  transaction(): DeskTransaction {
    const { database, hooks } = this
    const changeOrder = hooks.createOrderChanger(
      {
        read: async (orderId) => database.orders.get(orderId) ?? null,
        write: async (before, change, times) => {
          this.writes.set(before.state.order.id, { before, change, times })
          return true
        },
      },
      hooks.now,
    )
    return {
      claimKey: async (key, { now, ...claim }) => {
        const known = this.keys.get(key)
        if (!known) this.keys.set(key, { ...claim, at: now.getTime(), result: null })
        if (!known) return null
        return known.actorId === claim.actorId && known.hash === claim.hash && known.result ? known.result : 'other'
      },
      saveResult: async (key, result) => {
        const known = this.keys.get(key)
        if (known) this.keys.set(key, { ...known, result })
      },
      findOrder: async (reference) => [...database.orders].find(([, { state }]) => state.order.reference === reference)?.[0] ?? null,
      read: async (orderId) => database.orders.get(orderId)?.state ?? null,
      change: async (orderId, decide) => void (await changeOrder(orderId, (state) => ({ ...decide(state), result: null }))),
      countActs: async (orderId, act, since) =>
        [...this.keys.values()].filter((each) => each.orderId === orderId && each.act === act && each.at > since.getTime()).length,
      addProposal: async (proposal) => {
        if (this.proposals.some((each) => each.orderId === proposal.orderId && each.state === 'open')) return null
        const id = this.proposals.length + 1
        this.proposals = [...this.proposals, { ...proposal, id, state: 'open' }]
        return id
      },
      readProposal: async (id) => this.proposals.find((each) => each.id === id) ?? null,
      staleProposals: async (orderId, now) =>
        this.proposals.filter((each) => each.orderId === orderId && each.state === 'open' && each.expiresAt <= now),
      decideProposal: async (id, { state }) => {
        this.proposals = this.proposals.map((each) => (each.id === id ? { ...each, state } : each))
      },
      appendAudit: async (entry) => {
        this.audit = [...this.audit, entry]
      },
    }
  }
}
