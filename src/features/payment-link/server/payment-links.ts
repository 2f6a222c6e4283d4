import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import { wordsOf } from '#features/bundles/server/catalogue.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import type { PurchaseChooser } from '#features/purchase/server/choose-purchase.ts'
import { keepPurchase } from '#features/purchase/server/purchase.store.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Caller } from '#server/limits/caller.ts'
import type { RateLimiter } from '#server/limits/rate-limiter.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { qrCode, type QrCode } from '#server/qr-code.ts'
import { randomLetters, type ShortSigner } from '#server/security/short-signer.ts'
import type { Language } from '#shared/language.ts'
import { maskMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { toMajor } from '#shared/money.ts'
import { Problem, type ProblemKind } from '#shared/problem.ts'
import type { AskedPayment } from '../contract.ts'
import { ID_LETTERS, linkIn, linkPath, SIGNATURE_LETTERS, type LinkState } from '../rules.ts'
import { findLink, keepLink, ordersOfLink, type Goods, type StoredLink } from './payment-link.store.ts'

type Reading = { link: string; language: Language; caller: Caller }
type Read = { state: LinkState; asked: AskedPayment | null; address: string; code: QrCode | null }
type Taking = Reading & { amount: number; visit: () => Promise<Visit> }
type Taken = { state: LinkState; purchaseId: string | null }

export type PaymentLinks = {
  make(request: { goods: Goods; msisdn: MobileNumber; language: Language; caller: Caller }): Promise<string>
  read(reading: Reading & { drawsCode: boolean }): Promise<Read>
  take(taking: Taking): Promise<Taken>
}

export type PaymentLinkParts = {
  db: Database
  clock: Clock
  rateLimiter: RateLimiter
  lines: LineChecks
  catalogue: Catalogue
  chooser: PurchaseChooser
  signatures: ShortSigner
  publicOrigin: string
  /** The lifetime of a link. */
  days: number
}

const PURPOSE = 'payment-link'

/** A link reveals nothing about its maker, and only the masked number. */
export function createPaymentLinks(parts: PaymentLinkParts): PaymentLinks {
  const { db, clock, rateLimiter, signatures, publicOrigin, days } = parts
  return {
    async make({ goods, msisdn, language, caller }) {
      await rateLimiter.consume('links', caller)
      const { amount: price } = await choose(parts, goods, { msisdn, language, caller })
      const madeAt = clock.now()
      const id = randomLetters(ID_LETTERS)
      const isKept = await keepLink(db, { id, goods, msisdn, price, madeAt, endsAt: new Date(madeAt.getTime() + days * 86_400_000) })
      if (!isKept) throw new Problem('unavailable', 'the id of a new link was taken')
      return id + signatures.sign(PURPOSE, id, SIGNATURE_LETTERS)
    },

    async read({ link, language, caller, drawsCode }) {
      const found = await find(parts, { link, caller })
      if (typeof found === 'string') return { state: found, asked: null, address: '', code: null }
      const letters = link.trim().toLowerCase()
      const [today, orders] = await Promise.all([priceToday(parts, found, language), ordersOfLink(db, letters, clock.now())])
      const address = `${publicOrigin}${linkPath(letters)}`
      const code = drawsCode ? qrCode(address) : null
      if (!today) return { state: 'bundle-withdrawn', asked: null, address, code }
      const asked: AskedPayment = {
        kind: found.goods.kind,
        number: maskMobileNumber(found.msisdn),
        ...today,
        askedAmount: found.price,
        endsAt: found.endsAt.toISOString(),
        isBeingPaid: orders.isBeingPaid,
      }
      return { state: orders.isPaid ? 'paid' : 'open', asked, address, code }
    },

    take: (taking) => take(parts, taking),
  }
}

/** The rules of purchases decide what a link may contain: the same chooser checks line, limits and catalogue. */
async function choose(
  { chooser, lines }: Pick<PaymentLinkParts, 'chooser' | 'lines'>,
  goods: Goods,
  { msisdn, language, caller }: { msisdn: MobileNumber; language: Language; caller: Caller },
) {
  const common = { msisdn, caller }
  if (goods.kind === 'airtime') return chooser.choose({ ...common, ...goods, kind: 'airtime', redirectPage: '/prepaid-recharge' }, language)
  if (goods.kind === 'postpaid-bill')
    return chooser.choose({ ...common, ...goods, kind: 'postpaid-bill', redirectPage: '/postpaid-bill-pay' }, language)
  const isRouter = (await lines.lineTypeUnmetered(msisdn)) === 'BROADBAND'
  return chooser.choose({ ...common, ...goods, redirectPage: isRouter ? '/broadband-recharge' : '/data-bundle' }, language)
}

/** Finds a link of this portal, or the reason why there is none. Only invalid links count towards the rate limit. */
async function find(
  { db, clock, rateLimiter, signatures }: PaymentLinkParts,
  { link, caller }: Pick<Reading, 'link' | 'caller'>,
): Promise<StoredLink | LinkState> {
  const parsed = linkIn(link)
  if (!parsed || !signatures.isSigned(PURPOSE, parsed.id, parsed.signature)) {
    await rateLimiter.consume('linkGuesses', caller)
    return parsed ? 'foreign' : 'cut'
  }
  const kept = await findLink(db, parsed.id)
  // The signature is valid, so the link existed and housekeeping has deleted it.
  return kept && kept.endsAt > clock.now() ? kept : 'ended'
}

async function priceToday(
  { catalogue }: Pick<PaymentLinkParts, 'catalogue'>,
  { goods, price }: StoredLink,
  language: Language,
): Promise<{ amount: number; description: string } | null> {
  if (goods.kind !== 'bundle') return { amount: price, description: '' }
  const bundle = await catalogue.find(goods.productCode)
  return bundle && { amount: toMajor(bundle.price), description: wordsOf(bundle, language).name }
}

async function take(parts: PaymentLinkParts, { link, language, caller, amount, visit }: Taking): Promise<Taken> {
  const { db, clock } = parts
  const nothing = (state: LinkState) => ({ state, purchaseId: null })
  const found = await find(parts, { link, caller })
  if (typeof found === 'string') return nothing(found)
  const askedLink = link.trim().toLowerCase()
  if ((await ordersOfLink(db, askedLink, clock.now())).isPaid) return nothing('paid')
  const chosen = await choose(parts, found.goods, { msisdn: found.msisdn, language, caller }).catch(stateOfProblem)
  if (typeof chosen === 'string') return nothing(chosen)
  if (chosen.amount !== amount) return nothing('price-changed')
  const { purchaseId } = await keepPurchase({ db, clock }, await visit(), { ...chosen, askedLink })
  return { state: 'open', purchaseId }
}

const STATES: Partial<Record<ProblemKind, LinkState>> = {
  'line-does-not-fit': 'line-closed',
  'bundle-not-sold': 'bundle-withdrawn',
  'amount-out-of-limits': 'amount-refused',
}

function stateOfProblem(error: unknown): LinkState {
  const state = error instanceof Problem ? STATES[error.kind] : undefined
  if (state === undefined) throw error
  return state
}
