import { SERVICES, type Service } from '#features/site-content/ussd-services.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import type { ProblemKind } from '#shared/problem.ts'

/** What is bought, in the same shape as a purchase on the web. */
export type ChosenGoods =
  | { kind: 'airtime'; msisdn: MobileNumber; amount: number }
  | { kind: 'bundle'; msisdn: MobileNumber; productCode: string }
  /** `debt` is set when the whole bill is paid as displayed (I18). */
  | { kind: 'postpaid-bill'; msisdn: MobileNumber; amount: number; debt?: string }

/** The caller pays: from the wallet, which asks for its PIN itself, or with the airtime of the line. */
export type Way = 'money' | 'airtime'

/** The caller's position in the menu. Stored as data, so any replica can resume a cut session. */
export type Place =
  | { at: 'home' }
  | { at: 'resume'; trail: Place[] }
  | { at: 'recharge' }
  | { at: 'recharge-number' }
  | { at: 'recharge-amount'; msisdn: MobileNumber }
  | { at: 'bundles' }
  | { at: 'bundle-number' }
  | { at: 'bundle-categories'; msisdn: MobileNumber }
  | { at: 'bundle-periods'; msisdn: MobileNumber; category: string }
  | { at: 'bundle-list'; msisdn: MobileNumber; category: string; period: string }
  | { at: 'bill' }
  | { at: 'bill-number' }
  | { at: 'bill-amount'; msisdn: MobileNumber }
  /** Has its purchase once created, so returning to the screen creates no second one. */
  | { at: 'confirm'; goods: ChosenGoods; purchaseId?: string }
  /**
   * The only place that requests money, reachable only from a displayed screen. `isRepeat`: the caller has seen the warning about a first
   * payment.
   */
  | { at: 'pay'; purchaseId: string; amount: number; way: Way; isRepeat: boolean }
  | { at: 'balance' }
  | { at: 'payment' }
  | { at: 'shops' }
  | { at: 'towns'; region: string }
  | { at: 'shops-of-town'; town: string }
  | { at: 'contact' }
  | { at: 'language' }

export type MoneyState = { amount: number; reference: string; money: string; number: string | null; reason?: string | null }

/** A place with all data of its screen. Building a view calls the use cases; rendering it calls nothing. */
export type View =
  | { at: 'home'; services: readonly Service[]; /** CON-8 */ announcement?: string | null }
  | { at: 'resume'; service: Service; trail: Place[] }
  | { at: 'whose-line'; service: 'recharge' | 'bundles'; own: MobileNumber }
  | { at: 'type-number'; leadsTo: 'recharge-amount' | 'bundle-categories' | 'bill-amount' }
  | { at: 'type-amount'; kind: 'airtime' | 'postpaid-bill'; msisdn: MobileNumber; min: number; max: number }
  | { at: 'bundle-categories'; msisdn: MobileNumber; categories: readonly string[]; isRouter?: boolean }
  | { at: 'bundle-periods'; msisdn: MobileNumber; category: string; periods: readonly string[]; isRouter?: boolean }
  | {
      at: 'bundle-list'
      msisdn: MobileNumber
      category: string
      bundles: readonly { name: string; amount: number; productCode: string }[]
      isRouter?: boolean
    }
  | { at: 'bill'; own: MobileNumber; due: { amount: number; debt: string } | null; isPostpaid: boolean }
  | { at: 'confirm'; goods: ChosenGoods; purchaseId: string; name: string; amount: number; ways: readonly Way[] }
  | { at: 'asked'; state: MoneyState }
  | { at: 'twice'; state: MoneyState; minutes: number; pay: Place & { at: 'pay' } }
  | { at: 'payment'; state: MoneyState | null }
  | { at: 'balance'; own: MobileNumber; items: readonly BalanceLine[] }
  | { at: 'regions'; regions: readonly string[] }
  | { at: 'towns'; region: string; towns: readonly string[] }
  | { at: 'shops'; town: string; shops: readonly { name: string; address: string; phone: string }[] }
  | { at: 'contact'; number: string; hours: readonly OpeningHours[] }
  | { at: 'problem'; kind: ProblemKind | 'airtime-cap' | 'no-way' | 'airtime-low' }

/** Opening hours as written on the contact page. */
export type OpeningHours = { days: string; time: string }

export type BalanceLine = {
  label: string
  isAirtime: boolean
  left: { value: number; unit: string } | 'unlimited'
  /** A date in the local notation. */
  day: string | null
}

/** Places where the caller has chosen a line or more: only these are offered again after a cut. */
const BEGUN: ReadonlySet<Place['at']> = new Set([
  'recharge-amount',
  'bundle-categories',
  'bundle-periods',
  'bundle-list',
  'bill-amount',
  'confirm',
])

export function isBegun(trail: readonly Place[]): boolean {
  const last = trail.at(-1)
  return last !== undefined && BEGUN.has(last.at)
}

/** Which service a trail belongs to; null at home. */
export function serviceOfTrail(trail: readonly Place[]): Service | null {
  const first = trail.find(({ at }) => at !== 'home' && at !== 'resume')
  return SERVICES.find((service) => service === first?.at) ?? null
}
