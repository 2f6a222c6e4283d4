import type { MobileNumber } from '#shared/mobile-number.ts'
import type { ProblemKind } from '#shared/problem.ts'

/** What the main menu may offer; content says which of it, and in which order (`ussd-config`). */
export const SERVICES = ['recharge', 'bundles', 'bill', 'balance', 'payment', 'shops', 'contact', 'language'] as const
export type Service = (typeof SERVICES)[number]

/** What is bought, as the web's own choice of a purchase says it. */
export type ChosenGoods =
  | { kind: 'airtime'; msisdn: MobileNumber; amount: number }
  | { kind: 'bundle'; msisdn: MobileNumber; productCode: string }
  | { kind: 'postpaid-bill'; msisdn: MobileNumber; amount: number }

/** Whoever calls pays: from the wallet, which asks for its secret by itself, or with the airtime of the line. */
export type Way = 'money' | 'airtime'

/** Where somebody stands in the menu. Kept as data, so that a session goes on wherever it was cut off, on any replica. */
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
  /** With its purchase once that is made: coming back to the screen makes no other one. */
  | { at: 'confirm'; goods: ChosenGoods; purchaseId?: string }
  /** The one place where money is asked for; only a screen that was shown leads here. `isRepeat`: the caller was told of a first one. */
  | { at: 'pay'; purchaseId: string; amount: number; way: Way; isRepeat: boolean }
  | { at: 'balance' }
  | { at: 'payment' }
  | { at: 'shops' }
  | { at: 'towns'; region: string }
  | { at: 'shops-of-town'; town: string }
  | { at: 'contact' }
  | { at: 'language' }

export type MoneyState = { amount: number; reference: string; money: string; number: string | null }

/** A place with all that its screen says. Whoever makes it has asked the use cases; whoever shows it asks nobody. */
export type View =
  | { at: 'home'; services: readonly Service[] }
  | { at: 'resume'; service: Service; trail: Place[] }
  | { at: 'whose-line'; service: 'recharge' | 'bundles'; own: MobileNumber }
  | { at: 'type-number'; leadsTo: 'recharge-amount' | 'bundle-categories' | 'bill-amount' }
  | { at: 'type-amount'; kind: 'airtime' | 'postpaid-bill'; msisdn: MobileNumber; min: number; max: number }
  | { at: 'bundle-categories'; msisdn: MobileNumber; categories: readonly string[] }
  | { at: 'bundle-periods'; msisdn: MobileNumber; category: string; periods: readonly string[] }
  | { at: 'bundle-list'; msisdn: MobileNumber; category: string; bundles: readonly { name: string; amount: number; productCode: string }[] }
  | { at: 'bill'; own: MobileNumber; due: number | null; isPostpaid: boolean }
  | { at: 'confirm'; goods: ChosenGoods; purchaseId: string; name: string; amount: number; ways: readonly Way[] }
  | { at: 'asked'; state: MoneyState }
  | { at: 'twice'; state: MoneyState; minutes: number; pay: Place & { at: 'pay' } }
  | { at: 'payment'; state: MoneyState | null }
  | { at: 'balance'; own: MobileNumber; items: readonly BalanceLine[] }
  | { at: 'regions'; regions: readonly string[] }
  | { at: 'towns'; region: string; towns: readonly string[] }
  | { at: 'shops'; town: string; shops: readonly { name: string; address: string; phone: string }[] }
  | { at: 'contact'; number: string; hours: readonly OpeningHours[] }
  | { at: 'problem'; kind: ProblemKind | 'airtime-cap' | 'no-way' }

/** When somebody answers, as the page of contacts says it. */
export type OpeningHours = { days: string; time: string }

export type BalanceLine = {
  label: string
  isAirtime: boolean
  left: { value: number; unit: string } | 'unlimited'
  /** As people write a day here. */
  day: string | null
}

/** The beginning of a service: what the main menu leads to, and a dialled *222*1# too. */
export function placeOfService(service: Exclude<Service, 'language'>): Place {
  switch (service) {
    case 'recharge':
    case 'bundles':
    case 'bill':
    case 'balance':
    case 'payment':
    case 'shops':
    case 'contact':
      return { at: service }
  }
}

/** Which service a trail belongs to; null at home. */
export function serviceOfTrail(trail: readonly Place[]): Service | null {
  const first = trail.find(({ at }) => at !== 'home' && at !== 'resume')
  return SERVICES.find((service) => service === first?.at) ?? null
}
