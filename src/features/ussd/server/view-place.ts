import { categoriesOf, chooseBundles, periodsOf } from '#features/bundles/rules.ts'
import type { Bundle } from '#features/bundles/contract.ts'
import type { LineKind } from '#features/bundles/server/catalogue.ts'
import { pageAccepts, type SellingPage } from '#features/line/rules.ts'
import { keepPurchase, findPurchase } from '#features/purchase/server/purchase.store.ts'
import { keepVisit } from '#features/visit/server/visit.store.ts'
import { OPERATOR } from '#operator-record'
import { calendarDay } from '#shared/calendar-day.ts'
import type { Language } from '#shared/language.ts'
import type { MobileNumber } from '#shared/mobile-number.ts'
import { Problem } from '#shared/problem.ts'
import { PAGE_SHAPES } from '#features/site-content/server/package-shapes.ts'
import { serviceOfTrail, type ChosenGoods, type OpeningHours, type Place, type View } from '../places.ts'
import { payFromMenu } from './pay-from-menu.ts'
import type { UssdUser, UssdDeps } from './ussd-deps.ts'
import { lastOrderOf } from './ussd-purchases.store.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { MONEY } from '#shared/operator.ts'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** The fields of the contact page (`contact-config`) that the menu reads. */
const ContactHours = Type.Object({ hours: Type.Array(Type.Object({ days: Type.String(), time: Type.String() })) })

/** The whole screen has 1.6 s. */
const BALANCE_MS = 600

const VISIT_MS = 7 * 24 * 3_600_000

/** Calls the use cases for the data of a screen. Rethrows their problems. */
export async function viewPlace(parts: UssdDeps, place: Place, ussdUser: UssdUser): Promise<View> {
  switch (place.at) {
    case 'home':
    case 'language':
      return {
        at: 'home',
        announcement: await parts.announcements.forMenu(ussdUser.language),
        services: Value.Parse(PAGE_SHAPES['ussd-config'], await parts.content.read('ussd-config', ussdUser.language)).home,
      }
    case 'resume': {
      const service = serviceOfTrail(place.trail)
      return service ? { at: 'resume', service, trail: place.trail } : viewPlace(parts, { at: 'home' }, ussdUser)
    }
    case 'recharge':
    case 'bundles':
      return { at: 'whose-line', service: place.at, own: ussdUser.msisdn }
    case 'recharge-number':
      return { at: 'type-number', leadsTo: 'recharge-amount' }
    case 'bundle-number':
      return { at: 'type-number', leadsTo: 'bundle-categories' }
    case 'bill-number':
      return { at: 'type-number', leadsTo: 'bill-amount' }
    case 'confirm':
      return confirm(parts, place, ussdUser)
    case 'pay':
      return payFromMenu(parts, place, ussdUser)
    case 'contact':
      return { at: 'contact', number: OPERATOR.brand.care, hours: await hoursOf(parts, ussdUser.language) }
    case 'recharge-amount':
    case 'bill-amount':
      return amountOf(parts, place, ussdUser)
    case 'bundle-categories':
    case 'bundle-periods':
    case 'bundle-list':
      return bundlesOf(parts, place, ussdUser)
    default:
      return lookUp(parts, place, ussdUser)
  }
}

/**
 * The opening hours of the contact page, so editors write them once. Hours in an unknown format are left out; the phone number still
 * appears.
 */
async function hoursOf({ content }: UssdDeps, language: Language): Promise<OpeningHours[]> {
  const page = await content.readAsWritten('contact-config', language)
  return Value.Check(ContactHours, page) ? page.hours : []
}

type LookedUp = Extract<Place, { at: 'bill' | 'balance' | 'payment' | 'shops' | 'towns' | 'shops-of-town' }>

async function lookUp(parts: UssdDeps, place: LookedUp, ussdUser: UssdUser): Promise<View> {
  switch (place.at) {
    case 'bill':
      return billOf(parts, ussdUser)
    case 'balance':
      return balanceOf(parts, ussdUser)
    case 'payment': {
      const orderId = await lastOrderOf(parts.db, ussdUser.msisdn, parts.clock.now())
      return { at: 'payment', state: orderId === null ? null : await parts.payments.read(orderId, ussdUser.msisdn) }
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

/** A lookup of another line has the rate limit of the web. The own line is exempt, because the network knows it anyway. */
async function lineType({ lines }: UssdDeps, msisdn: MobileNumber, { msisdn: own, caller }: UssdUser) {
  return msisdn === own ? lines.lineTypeUnmetered(msisdn) : lines.lineType(msisdn, caller)
}

async function fittingLine(parts: UssdDeps, page: SellingPage, msisdn: MobileNumber, ussdUser: UssdUser): Promise<LineKind> {
  const type = await lineType(parts, msisdn, ussdUser)
  if (type === 'INVALID' || !pageAccepts(page, type, parts.sellsPostpaidBundles)) throw new Problem('line-does-not-fit')
  return type
}

async function amountOf(
  parts: UssdDeps,
  place: Extract<Place, { at: 'recharge-amount' | 'bill-amount' }>,
  ussdUser: UssdUser,
): Promise<View> {
  const { msisdn } = place
  const isAirtime = place.at === 'recharge-amount'
  await fittingLine(parts, isAirtime ? '/prepaid-recharge' : '/postpaid-bill-pay', msisdn, ussdUser)
  const { preMinAmnt, preMaxAmnt, postMinAmnt, postMaxAmnt } = await parts.config.read()
  return isAirtime
    ? { at: 'type-amount', kind: 'airtime', msisdn, min: preMinAmnt, max: preMaxAmnt }
    : { at: 'type-amount', kind: 'postpaid-bill', msisdn, min: postMinAmnt, max: postMaxAmnt }
}

/** POST-4, USSD-4: the amount due is shown for the calling line only. */
async function billOf(parts: UssdDeps, ussdUser: UssdUser): Promise<View> {
  const { msisdn: own, caller } = ussdUser
  if (!pageAccepts('/postpaid-bill-pay', await lineType(parts, own, ussdUser))) return { at: 'bill', own, due: null, isPostpaid: false }
  const { payableAmount: amount, debt } = await parts.bills.outstandingOfLine(
    { msisdn: own, isProved: () => Promise.resolve(true) },
    caller,
  )
  return { at: 'bill', own, due: amount === null ? null : { amount, debt }, isPostpaid: true }
}

async function balanceOf({ balances, catalogue }: UssdDeps, { msisdn: own, caller, language }: UssdUser): Promise<View> {
  const items = await balances.readCalling({ msisdn: own, caller })
  return {
    at: 'balance',
    own,
    items: items
      .toSorted((one, other) => Number(other.serviceType === 'AIRTIME') - Number(one.serviceType === 'AIRTIME'))
      .map(({ serviceType, balanceDescription, balance, unitType, expireTime }) => ({
        label: catalogue.labelIn(language, balanceDescription),
        isAirtime: serviceType === 'AIRTIME',
        left: balance === null ? 'unlimited' : { value: balance, unit: unitType },
        day: expireTime === null ? null : shortDay(new Date(expireTime)),
      })),
  }
}

/** 03/12: the year is not needed. */
function shortDay(instant: Date): string {
  const [, month, day] = calendarDay(instant).split('-')
  return `${day}/${month}`
}

type BundlePlace = Extract<Place, { at: 'bundle-categories' | 'bundle-periods' | 'bundle-list' }>

async function bundlesOf(parts: UssdDeps, place: BundlePlace, ussdUser: UssdUser): Promise<View> {
  const { msisdn } = place
  const type = await lineType(parts, msisdn, ussdUser)
  const isBroadband = type === 'BROADBAND'
  if (type === 'INVALID' || !(isBroadband || pageAccepts('/data-bundle', type, parts.sellsPostpaidBundles)))
    throw new Problem('line-does-not-fit')
  const { bundles } = await parts.catalogue.list({ lineType: type, serviceType: null, language: ussdUser.language })
  if (place.at === 'bundle-categories') return { at: 'bundle-categories', msisdn, categories: categoriesOf(bundles), isRouter: isBroadband }
  const { category } = place
  const inCategory = bundles.filter((bundle) => bundle.category === category)
  if (place.at === 'bundle-periods')
    return { at: 'bundle-periods', msisdn, category, periods: periodsOf(inCategory), isRouter: isBroadband }
  const shown: readonly Pick<Bundle, 'name' | 'amount' | 'productCode'>[] = chooseBundles(inCategory, {
    category,
    period: place.period,
  }).shown
  const listed = shown.map(({ name, amount, productCode }) => ({ name, amount, productCode }))
  return { at: 'bundle-list', msisdn, category, bundles: listed, isRouter: isBroadband }
}

/** Creates the purchase once, when its price is shown (I9). Returning to the screen reuses it. */
async function confirm(parts: UssdDeps, place: Place & { at: 'confirm' }, ussdUser: UssdUser): Promise<View> {
  const { goods } = place
  const { db, clock, payments } = parts
  const kept = place.purchaseId ? await findPurchase(db, place.purchaseId, clock.now()) : null
  const purchase = kept ?? (await choosePurchase(parts, goods, ussdUser))
  const { purchaseId, queryData } = purchase
  const { amount, description: name } = queryData
  const ways = await payments.waysFor(queryData)
  const payable = ways.includes('airtime') && (await isAirtimeLow(parts, ussdUser, amount)) ? ways.filter((way) => way !== 'airtime') : ways
  if (ways.length > 0 && payable.length === 0) return { at: 'problem', kind: 'airtime-low' }
  return { at: 'confirm', goods, purchaseId, name, amount, ways: payable }
}

/** AIR-3. Unknown within a moment: the way stays, and the operator decides. */
async function isAirtimeLow({ balances }: UssdDeps, { msisdn, caller }: UssdUser, amount: number): Promise<boolean> {
  const reading = balances.readCalling({ msisdn, caller }).catch(() => [])
  const items = (await Promise.race([reading, pause(BALANCE_MS, null, { ref: false })])) ?? []
  const airtime = items.find(({ serviceType, unitType }) => serviceType === 'AIRTIME' && unitType.toUpperCase() === MONEY.prices)
  return typeof airtime?.balance === 'number' && airtime.balance < amount
}

async function choosePurchase(parts: UssdDeps, goods: ChosenGoods, ussdUser: UssdUser) {
  const { db, clock, chooser } = parts
  const choice = await chooser.choose(await choiceOf(parts, goods, ussdUser), ussdUser.language)
  const now = clock.now()
  await keepVisit(db, ussdUser.visit, { now, expiresAt: new Date(now.getTime() + VISIT_MS) })
  return keepPurchase({ db, clock }, ussdUser.visit, choice)
}

async function choiceOf(parts: UssdDeps, goods: ChosenGoods, ussdUser: UssdUser) {
  const { caller } = ussdUser
  if (goods.kind === 'airtime') return { ...goods, redirectPage: '/prepaid-recharge', caller } as const
  if (goods.kind === 'postpaid-bill') {
    const { debt, ...bill } = goods
    const fetched = debt === undefined ? null : { msisdn: bill.msisdn, amount: bill.amount, debt }
    return { ...bill, fetched, redirectPage: '/postpaid-bill-pay', caller } as const
  }
  const isBroadband = (await parts.lines.lineTypeUnmetered(goods.msisdn)) === 'BROADBAND'
  return { ...goods, redirectPage: isBroadband ? '/broadband-recharge' : '/data-bundle', caller } as const
}
