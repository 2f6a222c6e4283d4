import type { Catalogue } from '#features/bundles/server/catalogue.ts'
import { wordsOf } from '#features/bundles/server/catalogue.ts'
import type { LineChecks } from '#features/line/server/check-line.ts'
import type { PurchaseChooser } from '#features/purchase/server/choose-purchase.ts'
import { keepPurchase } from '#features/purchase/server/purchase.store.ts'
import type { Visit } from '#features/visit/server/visit.store.ts'
import type { Asker } from '#server/limits/asker.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { qrCode, type QrCode } from '#server/qr-code.ts'
import { randomLetters, type LetterSignatures } from '#server/security/letter-signatures.ts'
import type { Language } from '#shared/language.ts'
import { maskMobileNumber, type MobileNumber } from '#shared/mobile-number.ts'
import { Problem, type ProblemKind } from '#shared/problem.ts'
import type { AskedPayment } from '../contract.ts'
import { ID_LETTERS, linkIn, linkPath, MOST_BEGUN, SIGNATURE_LETTERS, type LinkState } from '../rules.ts'
import { countBegun, findLink, keepLink, ordersOfLink, type Goods, type KeptLink } from './payment-link.store.ts'

type Reading = { link: string; language: Language; asker: Asker }
type Read = { state: LinkState; asked: AskedPayment | null; address: string; code: QrCode | null }
type Taking = Reading & { amount: number; visit: () => Promise<Visit> }
type Taken = { state: LinkState; purchaseId: string | null }

export type PaymentLinks = {
  make(wish: { goods: Goods; msisdn: MobileNumber; language: Language; asker: Asker }): Promise<string>
  read(reading: Reading & { drawsCode: boolean }): Promise<Read>
  take(taking: Taking): Promise<Taken>
}

export type PaymentLinkParts = {
  db: Database
  clock: Clock
  budgets: Budgets
  lines: LineChecks
  catalogue: Catalogue
  chooser: PurchaseChooser
  signatures: LetterSignatures
  publicOrigin: string
  /** How long a link is good for. */
  days: number
}

const PURPOSE = 'payment-link'

/** Nothing of whoever made it, and of the number only what is masked: that is all that a link tells. */
export function openPaymentLinks(parts: PaymentLinkParts): PaymentLinks {
  const { db, clock, budgets, signatures, publicOrigin, days } = parts
  return {
    async make({ goods, msisdn, language, asker }) {
      await budgets.spend('links', asker)
      const { amount: price } = await choose(parts, goods, { msisdn, language, asker })
      const madeAt = clock.now()
      const id = randomLetters(ID_LETTERS)
      const isKept = await keepLink(db, { id, goods, msisdn, price, madeAt, endsAt: new Date(madeAt.getTime() + days * 86_400_000) })
      if (!isKept) throw new Problem('unavailable', 'the id of a new link was taken')
      return id + signatures.sign(PURPOSE, id, SIGNATURE_LETTERS)
    },

    async read({ link, language, asker, drawsCode }) {
      const found = await find(parts, { link, asker })
      if (typeof found === 'string') return { state: found, asked: null, address: '', code: null }
      const letters = link.trim().toLowerCase()
      const [today, orders] = await Promise.all([priceToday(parts, found, language), ordersOfLink(db, letters)])
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
      const state = orders.isPaid ? 'paid' : found.begun >= MOST_BEGUN ? 'used-up' : 'open'
      return { state, asked, address, code }
    },

    take: (taking) => take(parts, taking),
  }
}

/** What may be asked for is what may be bought: the same chooser looks at the line, the limits and the catalogue. */
async function choose(
  { chooser, lines }: Pick<PaymentLinkParts, 'chooser' | 'lines'>,
  goods: Goods,
  { msisdn, language, asker }: { msisdn: MobileNumber; language: Language; asker: Asker },
) {
  const common = { msisdn, asker }
  if (goods.kind === 'airtime') return chooser.choose({ ...common, ...goods, kind: 'airtime', redirectPage: '/prepaid-recharge' }, language)
  if (goods.kind === 'postpaid-bill')
    return chooser.choose({ ...common, ...goods, kind: 'postpaid-bill', redirectPage: '/postpaid-bill-pay' }, language)
  const isRouter = (await lines.countedLineType(msisdn)) === 'BROADBAND'
  return chooser.choose({ ...common, ...goods, redirectPage: isRouter ? '/broadband-recharge' : '/data-bundle' }, language)
}

/** A link that we made, or why there is none. Whoever guesses is counted; whoever holds one is not. */
async function find(
  { db, clock, budgets, signatures }: PaymentLinkParts,
  { link, asker }: Pick<Reading, 'link' | 'asker'>,
): Promise<KeptLink | LinkState> {
  const parsed = linkIn(link)
  if (!parsed || !signatures.isSigned(PURPOSE, parsed.id, parsed.signature)) {
    await budgets.spend('linkGuesses', asker)
    return parsed ? 'foreign' : 'cut'
  }
  const kept = await findLink(db, parsed.id)
  // It was signed by us, so there was one: housekeeping has removed it since.
  return kept && kept.endsAt > clock.now() ? kept : 'ended'
}

async function priceToday(
  { catalogue }: Pick<PaymentLinkParts, 'catalogue'>,
  { goods, price }: KeptLink,
  language: Language,
): Promise<{ amount: number; description: string } | null> {
  if (goods.kind !== 'bundle') return { amount: price, description: '' }
  const bundle = await catalogue.find(goods.productCode)
  return bundle && { amount: bundle.price, description: wordsOf(bundle, language).name }
}

async function take(parts: PaymentLinkParts, { link, language, asker, amount, visit }: Taking): Promise<Taken> {
  const { db, clock } = parts
  const nothing = (state: LinkState) => ({ state, purchaseId: null })
  const found = await find(parts, { link, asker })
  if (typeof found === 'string') return nothing(found)
  const askedLink = link.trim().toLowerCase()
  if ((await ordersOfLink(db, askedLink)).isPaid) return nothing('paid')
  const chosen = await choose(parts, found.goods, { msisdn: found.msisdn, language, asker }).catch(stateOfProblem)
  if (typeof chosen === 'string') return nothing(chosen)
  if (chosen.amount !== amount) return nothing('price-changed')
  if (!(await countBegun(db, found.id, MOST_BEGUN))) return nothing('used-up')
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
