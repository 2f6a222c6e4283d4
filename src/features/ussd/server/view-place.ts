import { categoriesOf, chooseBundles, periodsOf } from '#features/bundles/rules.ts'
import type { Bundle } from '#features/bundles/contract.ts'
import type { LineKind } from '#features/bundles/server/catalogue.ts'
import { pageAccepts, type SellingPage } from '#features/line/rules.ts'
import { keepPurchase, findPurchase } from '#features/purchase/server/purchase.store.ts'
import { keepVisit } from '#features/visit/server/visit.store.ts'
import { BRAND } from '#shared/brand.ts'
import { calendarDay } from '#shared/calendar-day.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { ContactHours, UssdMenu } from '../contract.ts'
import { serviceOfTrail, type ChosenGoods, type OpeningHours, type Place, type View } from '../places.ts'
import { payFromMenu } from './pay-from-menu.ts'
import type { Caller, UssdParts } from './ussd-parts.ts'
import { lastOrderOf } from './ussd-purchases.store.ts'
import { Value } from 'typebox/value'

const VISIT_MS = 7 * 24 * 3_600_000

/** Asks the use cases for what the screen of a place says. Throws the problems that they throw. */
export async function viewPlace(parts: UssdParts, place: Place, caller: Caller): Promise<View> {
  switch (place.at) {
    case 'home':
    case 'language':
      return { at: 'home', services: Value.Parse(UssdMenu, await parts.content.read('ussd-config', caller.language)).home }
    case 'resume': {
      const service = serviceOfTrail(place.trail)
      return service ? { at: 'resume', service, trail: place.trail } : viewPlace(parts, { at: 'home' }, caller)
    }
    case 'recharge':
    case 'bundles':
      return { at: 'whose-line', service: place.at, own: caller.msisdn }
    case 'recharge-number':
      return { at: 'type-number', leadsTo: 'recharge-amount' }
    case 'bundle-number':
      return { at: 'type-number', leadsTo: 'bundle-categories' }
    case 'bill-number':
      return { at: 'type-number', leadsTo: 'bill-amount' }
    case 'confirm':
      return confirm(parts, place, caller)
    case 'pay':
      return payFromMenu(parts, place, caller)
    case 'contact':
      return { at: 'contact', number: BRAND.supportNumber, hours: await hoursOf(parts, caller.language) }
    case 'recharge-amount':
    case 'bill-amount':
      return amountOf(parts, place, caller)
    case 'bundle-categories':
    case 'bundle-periods':
    case 'bundle-list':
      return bundlesOf(parts, place, caller)
    default:
      return lookUp(parts, place, caller)
  }
}

/** The hours of the page of contacts: an editor writes them once. Without any in a form we know, the number is told all the same. */
async function hoursOf({ content }: UssdParts, language: Language): Promise<OpeningHours[]> {
  const page = await content.readAsWritten('contact-config', language)
  return Value.Check(ContactHours, page) ? page.hours : []
}

type LookedUp = Extract<Place, { at: 'bill' | 'balance' | 'payment' | 'shops' | 'towns' | 'shops-of-town' }>

async function lookUp(parts: UssdParts, place: LookedUp, caller: Caller): Promise<View> {
  switch (place.at) {
    case 'bill':
      return billOf(parts, caller)
    case 'balance':
      return balanceOf(parts, caller)
    case 'payment': {
      const orderId = await lastOrderOf(parts.db, caller.msisdn)
      return { at: 'payment', state: orderId === null ? null : await parts.payments.read(orderId) }
    }
    case 'shops':
      return { at: 'regions', regions: (await parts.shops.towns()).regions.map(({ region }) => region) }
    case 'towns': {
      const { regions } = await parts.shops.towns()
      const towns = regions.find(({ region }) => region === place.region)?.towns ?? []
      return { at: 'towns', region: place.region, towns: towns.map(({ town }) => town) }
    }
    case 'shops-of-town':
      return { at: 'shops', town: place.town, shops: await parts.shops.inTown(place.town) }
  }
}

/** Anything about another line costs what looking costs on the web; the own line is known to the network anyway. */
async function lineType({ lines }: UssdParts, msisdn: MobileNumber, { msisdn: own, asker }: Caller) {
  return msisdn === own ? lines.countedLineType(msisdn) : lines.lineType(msisdn, asker)
}

async function fittingLine(parts: UssdParts, page: SellingPage, msisdn: MobileNumber, caller: Caller): Promise<LineKind> {
  const type = await lineType(parts, msisdn, caller)
  if (type === 'INVALID' || !pageAccepts(page, type, parts.sellsPostpaidBundles)) throw new Problem('line-does-not-fit')
  return type
}

async function amountOf(parts: UssdParts, place: Extract<Place, { at: 'recharge-amount' | 'bill-amount' }>, caller: Caller): Promise<View> {
  const { msisdn } = place
  const isAirtime = place.at === 'recharge-amount'
  await fittingLine(parts, isAirtime ? '/prepaid-recharge' : '/postpaid-bill-pay', msisdn, caller)
  const { preMinAmnt, preMaxAmnt, postMinAmnt, postMaxAmnt } = await parts.config.read()
  return isAirtime
    ? { at: 'type-amount', kind: 'airtime', msisdn, min: preMinAmnt, max: preMaxAmnt }
    : { at: 'type-amount', kind: 'postpaid-bill', msisdn, min: postMinAmnt, max: postMaxAmnt }
}

/** POST-4, USSD-4: what is owed is shown for the calling line only. */
async function billOf(parts: UssdParts, caller: Caller): Promise<View> {
  const { msisdn: own, asker } = caller
  if (!pageAccepts('/postpaid-bill-pay', await lineType(parts, own, caller))) return { at: 'bill', own, due: null, isPostpaid: false }
  const { payableAmount } = await parts.bills.outstandingOfLine({ msisdn: own, isProved: () => Promise.resolve(true) }, asker)
  return { at: 'bill', own, due: payableAmount, isPostpaid: true }
}

async function balanceOf({ balances }: UssdParts, { msisdn: own, asker }: Caller): Promise<View> {
  const items = await balances.readCalling({ msisdn: own, asker })
  return {
    at: 'balance',
    own,
    items: items
      .toSorted((one, other) => Number(other.serviceType === 'AIRTIME') - Number(one.serviceType === 'AIRTIME'))
      .map(({ serviceType, balanceDescription, balance, unitType, expireTime }) => ({
        label: balanceDescription,
        isAirtime: serviceType === 'AIRTIME',
        left: balance === null ? 'unlimited' : { value: balance, unit: unitType },
        day: expireTime === null ? null : shortDay(new Date(expireTime)),
      })),
  }
}

/** 03/12: the year is nobody's question. */
function shortDay(instant: Date): string {
  const [, month, day] = calendarDay(instant).split('-')
  return `${day}/${month}`
}

type BundlePlace = Extract<Place, { at: 'bundle-categories' | 'bundle-periods' | 'bundle-list' }>

async function bundlesOf(parts: UssdParts, place: BundlePlace, caller: Caller): Promise<View> {
  const { msisdn } = place
  const type = await lineType(parts, msisdn, caller)
  const isBroadband = type === 'BROADBAND'
  if (type === 'INVALID' || !(isBroadband || pageAccepts('/data-bundle', type, parts.sellsPostpaidBundles)))
    throw new Problem('line-does-not-fit')
  const { bundles } = await parts.catalogue.list({ lineType: type, serviceType: null, language: caller.language })
  if (place.at === 'bundle-categories') return { at: 'bundle-categories', msisdn, categories: categoriesOf(bundles) }
  const { category } = place
  const inCategory = bundles.filter((bundle) => bundle.category === category)
  if (place.at === 'bundle-periods') return { at: 'bundle-periods', msisdn, category, periods: periodsOf(inCategory) }
  const shown: readonly Pick<Bundle, 'name' | 'amount' | 'productCode'>[] = chooseBundles(inCategory, {
    category,
    period: place.period,
  }).shown
  return { at: 'bundle-list', msisdn, category, bundles: shown.map(({ name, amount, productCode }) => ({ name, amount, productCode })) }
}

/** The purchase is made when its price is shown (I9), once: whoever comes back to the screen sees the same one. */
async function confirm(parts: UssdParts, place: Place & { at: 'confirm' }, caller: Caller): Promise<View> {
  const { goods } = place
  const { db, clock, payments } = parts
  const kept = place.purchaseId ? await findPurchase(db, place.purchaseId, clock.now()) : null
  const purchase = kept ?? (await choosePurchase(parts, goods, caller))
  const { purchaseId, queryData } = purchase
  return {
    at: 'confirm',
    goods,
    purchaseId,
    name: queryData.description,
    amount: queryData.amount,
    ways: await payments.waysFor(queryData),
  }
}

async function choosePurchase(parts: UssdParts, goods: ChosenGoods, caller: Caller) {
  const { db, clock, chooser } = parts
  const choice = await chooser.choose(await choiceOf(parts, goods, caller), caller.language)
  const now = clock.now()
  await keepVisit(db, caller.visit, { now, expiresAt: new Date(now.getTime() + VISIT_MS) })
  return keepPurchase({ db, clock }, caller.visit, choice)
}

async function choiceOf(parts: UssdParts, goods: ChosenGoods, caller: Caller) {
  const { asker } = caller
  if (goods.kind === 'airtime') return { ...goods, redirectPage: '/prepaid-recharge', asker } as const
  if (goods.kind === 'postpaid-bill') return { ...goods, redirectPage: '/postpaid-bill-pay', asker } as const
  const isBroadband = (await parts.lines.countedLineType(goods.msisdn)) === 'BROADBAND'
  return { ...goods, redirectPage: isBroadband ? '/broadband-recharge' : '/data-bundle', asker } as const
}
