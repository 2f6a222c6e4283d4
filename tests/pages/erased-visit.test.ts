import { expect, test } from 'vitest'
import { PAGE_TABLE } from '../../src/composition/page-table.ts'
import { plainVisitor, type PlainVisitor } from '../support/served-page.ts'
import { servedPortal } from '../support/served-portal.ts'

const portal = await servedPortal()
const LINE = '90775201'
const PAYER = '90775202'
const CANARIES = [LINE, PAYER, 'canari', 'payeur@canari.ne', 'E1234567890', 'contact@example.ne', 'FI-2026', '1450FCFA']

/** Fills a visit with all data it can hold. */
async function fillVisit(visitor: PlainVisitor): Promise<string> {
  await visitor.call('visit/v1/prefill', { type: 'prepaid', msisdn: LINE })
  for (const purpose of ['FIND', 'BALANCE']) {
    const { refId } = await visitor.call('otp/v1/send-otp', { msisdn: LINE, purpose })
    await visitor.call('otp/v1/verify-otp', { refId, otp: await portal.codeFor(LINE) })
  }
  const purchase = { kind: 'airtime', msisdn: LINE, redirectPage: '/prepaid-recharge' }
  const { purchaseId: paid } = await visitor.call('transaction/v1/purchase', { ...purchase, amount: 1350 })
  const { transactionId } = await visitor.call('transaction/v1/initiate', { txnId: paid, amount: 1350 })
  await visitor.call('transaction/v1/process', { transactionId, paymentMode: 'TENERE_MONEY_PUSH', paymentMobile: PAYER })
  const { purchaseId = '' } = await visitor.call('transaction/v1/purchase', { ...purchase, amount: 1450 })
  const hub = await visitor.open(`/payment/start/card?purchase=${purchaseId}`)
  await hub.press(/^Payer/, { 'Adresse e-mail': 'payeur@canari.ne', 'Page sécurisée de DPO Pay': 'chosen' })
  await visitor.call('subscriber/v1/fixed-internet/validate', { accountNo: 'E1234567890', contactPersonEmailId: 'contact@example.ne' })
  await visitor.call('lead/v1/plan', { productCode: 'HBB_5G_50' })
  const values = { name: 'Canari Visiteur', msisdn: LINE, email: 'canari-5g@example.ne', city: 'Niamey', address: 'Rue du Canari 12' }
  await visitor.call('lead/v1/details', { productCode: 'HBB_5G_50', values, website: '' })
  return purchaseId
}

/** Every page of the table, and every address that shows data of a visit. */
function addresses(purchase: string): string[] {
  const table = Object.keys(PAGE_TABLE).map((path) =>
    path
      .replace(':category?', '')
      .replaceAll(/:[a-z]+/g, 'bcdfghjklmnpqrstvwxzbcdf')
      .replace('*', 'no-such-page'),
  )
  const hubs = table.filter((path) => path.startsWith('/payment/start'))
  const shown = ['/find-payment?list=shown', '/check-balance?balance=shown', '/hbb-lead/details?plan=HBB_5G_50', '/on-this-phone?erase=ask']
  return [...table, ...hubs.map((path) => `${path}?purchase=${purchase}`), ...shown]
}

/** The canaries found on any page, ignoring spaces. */
async function found(visitor: PlainVisitor, purchase: string): Promise<string[]> {
  const seen = new Set<string>()
  for (const address of addresses(purchase)) {
    const plain = (await visitor.open(address)).html.replaceAll(/\s|&nbsp;|\u00A0|\u202F/g, '').toLowerCase()
    for (const canary of CANARIES) if (plain.includes(canary.toLowerCase())) seen.add(canary)
  }
  return [...seen].toSorted()
}

test(
  'ERASE-1 without script: after erasing, no page shows anything of the visit, nor to a cookie from before',
  { timeout: 120_000 },
  async () => {
    const visitor = plainVisitor(portal)
    const purchase = await fillVisit(visitor)
    // The search finds every canary before erasing.
    expect(await found(visitor, purchase)).toEqual(CANARIES.toSorted())
    const before = new Map(visitor.cookies)
    const question = await (await visitor.open('/on-this-phone')).follow('Tout effacer de ce téléphone')
    expect(question.text).toContain('Un paiement est en cours')
    const erased = await question.press('Oui, tout effacer')
    expect(erased.text).toContain('Tout est effacé de ce téléphone, et cette visite est terminée.')
    expect([...visitor.cookies.keys()].filter((name) => name !== 'lang')).toEqual(['erased'])
    expect(await found(visitor, purchase)).toEqual([])
    visitor.cookies.clear()
    for (const [name, value] of before) visitor.cookies.set(name, value)
    expect(await found(visitor, purchase)).toEqual([])
  },
)
