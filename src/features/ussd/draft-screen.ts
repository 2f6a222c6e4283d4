import type texts from '#content/en/ussd-translation.json'
import { fillText } from '#shared/fill-text.ts'
import { formatNumber } from '#shared/format-number.ts'
import { cutGsmText, toGsmText } from '#shared/gsm-text.ts'
import type { Language } from '#shared/language.ts'
import { languageName, nextLanguage } from '#shared/language-review.ts'
import { MONEY } from '#shared/operator.ts'
import { formatShort, fromMajor, spendable } from '#shared/money.ts'
import { isOffered, type Service } from '#features/site-content/ussd-services.ts'
import type { BalanceLine, MoneyState, Place, View } from './places.ts'
import type { Draft } from './screen.ts'

/** The first screen keeps room for its choices. */
const MAX_ANNOUNCEMENT = 70

export type UssdTexts = typeof texts
export type Words = { texts: UssdTexts; language: Language }

/** The content of a view's screen, in the visitor's language. */
export function draftOf(view: View, words: Words): Draft {
  const { texts } = words
  switch (view.at) {
    case 'home':
      return {
        title: homeTitle(view.announcement ?? null, texts),
        choices: view.services.filter(isOffered).map((one) => serviceChoice(one, words)),
        isHome: true,
      }
    case 'resume':
      return {
        title: fillText(texts.resume, { where: serviceName(view.service, words) }),
        choices: [
          { label: texts.goOn, to: { at: 'resume', trail: view.trail } },
          { label: texts.newMenu, to: { at: 'home' } },
        ],
        isHome: true,
      }
    case 'whose-line':
      return whoseLine(view, words)
    case 'type-number':
      return { title: texts.typeNumber, typed: { kind: 'number', leadsTo: view.leadsTo } }
    case 'type-amount':
      return {
        title: fillText(view.kind === 'airtime' ? texts.amount : texts.billAmount, {
          number: view.msisdn,
          min: price(view.min, words),
          max: price(view.max, words),
        }),
        typed: { kind: 'amount', goods: view.kind, msisdn: view.msisdn },
      }
    case 'bill':
      return billDraft(view, words)
    case 'confirm':
      return confirmDraft(view, words)
    case 'asked':
      return { title: fillText(texts.asked, moneyValues(view.state, words)), isEnd: true }
    case 'twice':
      return {
        title: fillText(texts.twice, { ...moneyValues(view.state, words), minutes: view.minutes }),
        choices: [
          { label: texts.seeState, to: { at: 'payment' } },
          { label: texts.buyAgain, to: view.pay },
        ],
      }
    case 'problem':
      return { title: problemWords(view.kind, texts) }
    default:
      return listDraft(view, words)
  }
}

/** CON-8: an announcement stands above the menu, cut so that its choices keep their room. */
function homeTitle(announcement: string | null, texts: UssdTexts): string {
  return announcement === null ? texts.home : `${cutGsmText(toGsmText(announcement), MAX_ANNOUNCEMENT)}\n${texts.home}`
}

type Listed = Extract<View, { at: 'bundle-categories' | 'bundle-periods' | 'bundle-list' | 'regions' | 'towns' }>
type Told = Extract<View, { at: 'payment' | 'balance' | 'shops' | 'contact' }>

function listDraft(view: Listed | Told, words: Words): Draft {
  const { texts } = words
  switch (view.at) {
    case 'bundle-categories': {
      const { msisdn, categories } = view
      if (categories.length === 0) return { title: fillText(texts.noBundles, { number: msisdn }) }
      const choices = categories.map((category) => ({
        label: categoryName(category, view, texts),
        to: { at: 'bundle-periods' as const, msisdn, category },
      }))
      return { title: fillText(texts.categories, { number: msisdn }), choices }
    }
    case 'bundle-periods': {
      const { msisdn, category, periods } = view
      const choices = periods.map((period) => ({
        label: periodName(period, texts),
        to: { at: 'bundle-list' as const, msisdn, category, period },
      }))
      return { title: fillText(texts.periods, { category: categoryName(category, view, texts) }), choices }
    }
    case 'bundle-list': {
      const { msisdn, category, bundles } = view
      const choices = bundles.map(({ name, amount, productCode }) => ({
        label: bundleLabel(name, amount, words),
        to: { at: 'confirm' as const, goods: { kind: 'bundle' as const, msisdn, productCode } },
      }))
      return { title: fillText(texts.bundleList, { category: categoryName(category, view, texts), number: msisdn }), choices }
    }
    case 'regions':
      return { title: texts.regions, choices: view.regions.map((region) => ({ label: region, to: { at: 'towns' as const, region } })) }
    case 'towns':
      return {
        title: fillText(texts.towns, { region: view.region }),
        choices: view.towns.map((town) => ({ label: town, to: { at: 'shops-of-town' as const, town } })),
      }
    default:
      return toldDraft(view, words)
  }
}

function toldDraft(view: Told, words: Words): Draft {
  const { texts } = words
  switch (view.at) {
    case 'payment':
      return { title: view.state ? paymentWords(view.state, words) : texts.noPayment }
    case 'balance':
      return {
        title: fillText(texts.balance, { number: view.own }),
        lines: view.items.length > 0 ? view.items.map((item) => balanceWords(item, words)) : [texts.noBalance],
      }
    case 'shops':
      return { title: fillText(texts.shops, { town: view.town }), lines: view.shops.map((shop) => fillText(texts.shop, shop)) }
    case 'contact':
      return { title: fillText(texts.contact, { number: view.number }), lines: view.hours.map((each) => fillText(texts.hours, each)) }
  }
}

function serviceChoice(service: Service, words: Words): { label: string; to: Place } {
  return { label: serviceName(service, words), to: { at: service } }
}

export function serviceName(service: Service, { texts, language }: Words): string {
  return service === 'language' ? languageName(nextLanguage(language)) : texts[`choice_${service}`]
}

function whoseLine({ service, own }: View & { at: 'whose-line' }, { texts }: Words): Draft {
  const isRecharge = service === 'recharge'
  return {
    title: isRecharge ? texts.recharge : texts.bundles,
    choices: [
      { label: fillText(texts.ownLine, { number: own }), to: { at: isRecharge ? 'recharge-amount' : 'bundle-categories', msisdn: own } },
      { label: texts.otherLine, to: { at: isRecharge ? 'recharge-number' : 'bundle-number' } },
    ],
  }
}

function billDraft({ own, due, isPostpaid }: View & { at: 'bill' }, words: Words): Draft {
  const { texts } = words
  const other = { label: texts.otherLine, to: { at: 'bill-number' } } as const
  if (!isPostpaid) return { title: fillText(texts.billNone, { number: own }), choices: [other] }
  const part = { label: texts.payPart, to: { at: 'bill-amount', msisdn: own } } as const
  if (due === null) return { title: fillText(texts.billPaid, { number: own }), choices: [part, other] }
  const amount = price(due.amount, words)
  const all = {
    label: fillText(texts.payAll, { amount }),
    to: { at: 'confirm', goods: { kind: 'postpaid-bill', msisdn: own, ...due } },
  } as const
  return { title: fillText(texts.billDue, { number: own, amount }), choices: [all, part, other] }
}

/** The answer to this screen requests the money, so it states price and recipient. */
function confirmDraft({ goods, purchaseId, name, amount, ways }: View & { at: 'confirm' }, words: Words): Draft {
  const { texts } = words
  const values = { amount: price(amount, words), number: goods.msisdn, name }
  const text = { airtime: texts.confirmAirtime, bundle: texts.confirmBundle, 'postpaid-bill': texts.confirmBill }[goods.kind]
  if (ways.length === 0) return { title: texts.noWay }
  const labels = { money: texts.payByMoney, airtime: texts.payByAirtime }
  const choices = ways.map((way) => ({ label: labels[way], to: { at: 'pay' as const, purchaseId, amount, way, isRepeat: false } }))
  return { title: fillText(text, values), choices }
}

/** One sentence about the money, with the texts of the status page. */
export function moneyWords(money: string, texts: UssdTexts): string {
  const words: Partial<Record<string, string>> = texts
  return words[`state_${money}`] ?? texts['state_being-checked']
}

function paymentWords(state: MoneyState, words: Words): string {
  return fillText(state.number === null ? words.texts.paymentBill : words.texts.payment, moneyValues(state, words))
}

export function moneyValues({ amount, reference, money, number, reason }: MoneyState, words: Words) {
  return {
    amount: price(amount, words),
    reference,
    state: refusalWords(reason, words.texts) ?? moneyWords(money, words.texts),
    number: number ?? '',
  }
}

/** Null for a reason that says nothing to the payer. */
function refusalWords(reason: string | null | undefined, texts: UssdTexts): string | null {
  const words: Partial<Record<string, string>> = texts
  return words[`reason_${reason}`] ?? null
}

function problemWords(kind: string, texts: UssdTexts): string {
  const words: Partial<Record<string, string>> = texts
  if (kind === 'no-way') return texts.noWay
  if (kind === 'airtime-low') return texts.airtimeLow
  // A menu cannot show a puzzle, so it reports too many requests.
  return words[`problem_${kind === 'puzzle-needed' ? 'too-many-requests' : kind}`] ?? texts.problem_other
}

function balanceWords({ label, isAirtime, left, day }: BalanceLine, words: Words): string {
  const { texts } = words
  const amount = left === 'unlimited' ? texts.unlimited : leftWords(left, words)
  if (isAirtime) return fillText(texts.airtimeLeft, { left: amount })
  return fillText(day === null ? texts.bundleLeft : texts.bundleLeftUntil, { label, left: amount, day: day ?? '' })
}

function leftWords({ value, unit }: { value: number; unit: string }, words: Words): string {
  if (unit.toUpperCase() === MONEY.prices) return formatShort(spendable(Math.max(0, value)), words.language)
  const known: Partial<Record<string, string>> = words.texts
  return `${formatNumber(value, words.language, { most: 1 })} ${known[`unit_${unit.toUpperCase()}`] ?? unit}`
}

const MAX_NAME = 26

/** Cuts the name, never the price. */
function bundleLabel(name: string, amount: number, words: Words): string {
  const short = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).trimEnd()}.` : name
  return fillText(words.texts.bundle, { name: short, price: price(amount, words) })
}

/** 'internet' is social networks on a phone, and all bundles of a router. */
function categoryName(category: string, { isRouter }: { isRouter?: boolean }, texts: UssdTexts): string {
  const words: Partial<Record<string, string>> = texts
  if (isRouter && category === 'internet') return texts.category_data
  return words[`category_${category.toLowerCase()}`] ?? category
}

function periodName(period: string, texts: UssdTexts): string {
  const words: Partial<Record<string, string>> = texts
  return words[`period_${period}`] ?? period
}

function price(amount: number, { language }: Words): string {
  return formatShort(fromMajor(amount), language)
}
