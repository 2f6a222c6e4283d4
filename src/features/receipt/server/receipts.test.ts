import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { aVisitor, codeWorld, type Visitor } from '#tests/support/code-world.ts'
import { ON_PHONE, TRANSACTION, walletWorld } from '#tests/support/wallet-world.ts'
import { qrCode } from '#server/qr-code.ts'
import type { ReceiptPaper } from '../receipt-paper.ts'
import { readLogo, squareLogo } from './pdf-logo.ts'
import { runsOf } from './pdf-text.ts'
import { receiptPdf } from './receipt-pdf.ts'

const world = await walletWorld()
const { portal, script, begin, push } = world

beforeEach(() => {
  script.start = ON_PHONE
  world.passMinutes(60 * 24)
})

let lastPayer = 93_400_000

/** A completed recharge of 90000001 from another wallet. */
async function aPayment(visitor: Visitor, amount = 500): Promise<string> {
  const purchase = { kind: 'airtime', msisdn: '90000001', amount, redirectPage: '/prepaid-recharge' }
  const { purchaseId } = (await visitor.post(`${TRANSACTION}/purchase`, purchase)).json().result
  const { transactionId } = (await visitor.post(`${TRANSACTION}/initiate`, { txnId: purchaseId, amount })).json().result
  await push(visitor, transactionId, String((lastPayer += 1)))
  await settle(transactionId, 'DONE')
  return transactionId
}

async function settle(transactionId: string, fulfilment: 'DONE' | 'REFUSED'): Promise<void> {
  const isBack = fulfilment === 'REFUSED'
  await sql`update pay_attempt set state = ${isBack ? 'REFUNDED' : 'PAID'}, is_winner = true, paid_minor = asked_minor, paid_currency = asked_currency where order_id = ${transactionId}`.execute(
    portal.db,
  )
  await sql`update pay_order set paid_at = now(), fulfilment = ${fulfilment} where id = ${transactionId}`.execute(portal.db)
}

const signed = async (transactionId: string, visitor = aVisitor(portal)) =>
  (await visitor.post(`${TRANSACTION}/receipt-code`, { transactionId })).json()
const codeOf = async (transactionId: string) => String((await signed(transactionId)).result.address).replace(/^.*\/v\//, '')
const check = async (code: string, visitor = aVisitor(portal)) => (await visitor.post(`${TRANSACTION}/check-receipt`, { code })).json()

test('RCPT-3 RCPT-4 a receipt leads to a page with its content, masked, and nothing else', async () => {
  const transactionId = await aPayment(aVisitor(portal))
  const { result } = await signed(transactionId)
  expect(result.address).toMatch(/^http:\/\/localhost:3000\/v\/G[A-HJ-NP-Z2-9]{12}[b-df-hj-np-tv-xz]{10}$/)
  expect(result.code.size).toBeGreaterThan(20)
  const checked = await check(result.address.split('/v/')[1])
  expect(checked.result).toEqual({
    state: 'genuine',
    receipt: {
      reference: expect.stringMatching(/^G/),
      amount: 500,
      currencyCode: 'XOF',
      at: expect.any(String),
      number: '90 •• •• 01',
      transactionType: 'PREPAID_RECHARGE',
      status: 'SUCCESS',
      money: 'delivered',
    },
  })
  expect(JSON.stringify(checked)).not.toMatch(new RegExp(`90000001|amina|${transactionId}|9340`))
})

test('RCPT-4 the page shows the payment’s current state, including returned money', async () => {
  const transactionId = await aPayment(aVisitor(portal))
  const code = await codeOf(transactionId)
  await settle(transactionId, 'REFUSED')
  expect((await check(code)).result.receipt).toMatchObject({ status: 'FAILED', money: 'given-back' })
})

test('RCPT-3 there is no receipt for money that did not move, nor for an unknown payment', async () => {
  const transactionId = await begin(aVisitor(portal))
  expect(await signed(transactionId)).toMatchObject({ status: 'failure', code: 'not-found' })
  expect(await signed('A'.repeat(22))).toMatchObject({ status: 'failure', code: 'not-found' })
  const pdf = await portal.call({ url: `/payment/receipt/${transactionId}/pdf` })
  expect([pdf.statusCode, pdf.headers.location]).toEqual([303, `/payment/status?id=${transactionId}`])
})

test('RCPT-4 a code with any changed character, of another payment, or of another portal is not confirmed', async () => {
  const code = await codeOf(await aPayment(aVisitor(portal)))
  const other = await codeOf(await aPayment(aVisitor(portal)))
  const swapped = code.slice(0, 13) + other.slice(13)
  const changed = Array.from(
    code,
    (sign, place) => code.slice(0, place) + (sign.toUpperCase() === 'B' ? 'C' : 'B') + code.slice(place + 1),
  ).slice(1)
  for (const tried of [swapped, ...changed]) expect((await check(tried)).result).toEqual({ state: 'foreign', receipt: null })
  for (const tried of ['', code.slice(1), code.slice(0, 13), '%00'])
    expect((await check(tried)).result).toEqual({ state: 'cut', receipt: null })
  const elsewhere = await codeWorld({ env: { GUICHET_SECRET: 'another portal, another secret, 32 and more' } })
  const there = await aVisitor(elsewhere.portal).post(`${TRANSACTION}/check-receipt`, { code })
  expect(there.json().result).toEqual({ state: 'foreign', receipt: null })
})

test('RCPT-4 a hundred parallel guesses learn nothing and are soon refused; a genuine code works from the same address', async () => {
  const code = await codeOf(await aPayment(aVisitor(portal)))
  const address = '10.78.0.1'
  const tail = code.endsWith('b') ? 'c' : 'b'
  const guesses = await Promise.all(Array.from({ length: 100 }, () => check(code.slice(0, -1) + tail, aVisitor(portal, address))))
  expect(guesses.filter((answer) => answer.code === 'too-many-requests').length).toBeGreaterThanOrEqual(50)
  expect(JSON.stringify(guesses)).not.toContain('••')
  expect((await check(code, aVisitor(portal, address))).result.state).toBe('genuine')
})

const pdfOf = async (transactionId: string, headers: Record<string, string> = {}, remoteAddress = '10.78.1.1') =>
  portal.call({ url: `/payment/receipt/${transactionId}/pdf`, headers, remoteAddress })

async function readPdf(body: Buffer): Promise<{ text: string; title: unknown; language: unknown; pages: number }> {
  const document = await getDocumentProxy(new Uint8Array(body))
  const { text, totalPages } = await extractText(document, { mergePages: true })
  const { info } = await document.getMetadata()
  return { text, title: Reflect.get(info, 'Title'), language: Reflect.get(info, 'Language'), pages: totalPages }
}

test('RCPT-2 the PDF is one page of real text in its language, with title, accents and unbroken sums', async () => {
  const visitor = aVisitor(portal)
  const transactionId = await aPayment(visitor, 12_500)
  const answer = await pdfOf(transactionId, { cookie: `${visitor.cookie()}; lang=fr` })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  expect(answer.headers['content-disposition']).toMatch(/^inline; filename="recu-G[A-Z0-9-]+\.pdf"$/)
  const { text, title, language, pages } = await readPdf(answer.rawPayload)
  expect(pages).toBe(1)
  expect(title).toMatch(/^Reçu de paiement G/)
  expect(language).toBe('fr-FR')
  const plain = text.replace(/[\u00a0\s]+/g, ' ')
  expect(plain).toContain('Ténéré Mobile')
  expect(plain).toContain('12 500 F CFA')
  expect(plain).toContain('Crédit livré')
  expect(plain).toContain('90 00 00 01')
  expect(plain).toMatch(/\/v\/G[A-Z2-9]{12}[a-z]{10}/)
  // A character that the font lacks would be extracted as one of these.
  for (const sign of ['\0', '\ufffd', '\u202f']) expect(text).not.toContain(sign)
  const source = answer.rawPayload.toString('latin1')
  expect(source).toContain('/Marked true')
  expect(source).toContain('/Lang')
  expect(answer.rawPayload.length).toBeLessThan(60_000)
})

test('RCPT-2 a receipt keeps the letters of Hausa, and shows where other signs cannot be drawn', () => {
  const shown = (text: string) => runsOf(text, 'plain').map(({ text: part }) => part)
  expect(shown('Ƙarin kuɗi na ƴan ɓangaro')).toEqual(['Ƙ', 'arin ku', 'ɗ', 'i na ', 'ƴ', 'an ', 'ɓ', 'angaro'])
  expect(shown('Œuvre : 1\u202f000 « é »').join('')).toBe('Œuvre : 1\u00a0000 « é »')
  expect(shown('Forfait 👨‍👩‍👧 مرحبا 1 Go').join('')).toBe('Forfait [?] [?] 1 Go')
})

test('RCPT-2 the PDF of such texts is one page from which they can be copied, with the logo and the arrow', async () => {
  const paper: ReceiptPaper = {
    brand: 'Ténéré Mobile',
    issuer: ['NIF 123'],
    title: 'Reçu de paiement',
    what: 'Forfait Ƙarin kuɗi 🎉',
    sum: '1\u202f000 F CFA',
    goal: '90 00 00 01',
    state: 'Forfait activé',
    rows: [{ label: 'Description', value: `${'ɗ très long '.repeat(12)}fin` }],
    total: { label: 'Total payé', value: '1\u202f000 F CFA' },
    reference: { label: 'Référence', value: 'GAAA' },
    check: { label: 'Vérifier', address: 'https://portal.example/v/GAAA' },
    support: '300',
    demonstration: '',
  }
  const logo = await readLogo()
  expect(logo?.subarray(1, 4).toString()).toBe('PNG')
  const code = qrCode(paper.check.address)
  const pdf = await receiptPdf(paper, { code, logo, language: 'fr', madeAt: new Date('2026-11-19T20:00:00Z') })
  const { text, pages } = await readPdf(pdf)
  expect(pages).toBe(1)
  const plain = text.replace(/[\u00a0\s]+/g, ' ')
  for (const words of ['Forfait Ƙarin kuɗi [?]', '1 000 F CFA', '90 00 00 01', 'Forfait activé', 'ɗ très long', 'fin'])
    expect(plain).toContain(words)
  expect(pdf.length).toBeLessThan(90_000)
  // Round ends of lines would run the squares of the code into each other.
  expect(await lineEndsIn(pdf)).toEqual(['round', 'butt'])
})

/** How lines end, as the graphics of the page change it; a restored state counts as the end of what was set in it. */
async function lineEndsIn(pdf: Buffer): Promise<string[]> {
  const { OPS } = await getResolvedPDFJS()
  const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1)
  const { fnArray, argsArray } = await page.getOperatorList()
  const saved: string[] = []
  let now = 'butt'
  return fnArray.flatMap((operation, place) => {
    const before = now
    if (operation === OPS.save) saved.push(now)
    if (operation === OPS.restore) now = saved.pop() ?? 'butt'
    if (operation === OPS.setLineCap) now = argsArray[place][0] === 1 ? 'round' : 'butt'
    return now === before ? [] : [now]
  })
}

test('RCPT-2 a logo of any shape stands in the middle of a square', () => {
  expect(squareLogo({ viewBox: '0 0 80 40', shapes: '<path d="M0 0h80v40z"/>' })).toContain('viewBox="0 -20 80 80"')
})

test('RCPT-2 RCPT-1 without its visit a payment has a receipt with masked numbers, in the reader’s language', async () => {
  const transactionId = await aPayment(aVisitor(portal))
  const { text, language } = await readPdf((await pdfOf(transactionId, { cookie: 'lang=en' })).rawPayload)
  expect(language).toBe('en-GB')
  expect(text).toContain('90 •• •• 01')
  expect(text).not.toMatch(/90 ?00 ?00 ?01|93 ?40/)
  expect(text).not.toContain(transactionId)
})

test('RCPT-2 PDFs have a rate limit: beyond it, a redirect leads to the page, with a hint to come later', async () => {
  const transactionId = await aPayment(aVisitor(portal))
  const answers = await Promise.all(Array.from({ length: 45 }, () => pdfOf(transactionId, {}, '10.78.2.1')))
  const made = answers.filter(({ statusCode }) => statusCode === 200)
  expect(made.length).toBeLessThanOrEqual(31)
  expect(answers.find(({ statusCode }) => statusCode === 303)?.headers.location).toBe(`/payment/receipt/${transactionId}?later`)
})

test('RCPT-2 an invalid payment id creates no PDF', async () => {
  for (const id of ['x', '%00', '%0d%0aset-cookie:%20a', 'é', '..%2f..%2fetc', 'A'.repeat(23)]) {
    const answer = await portal.call({ url: `/payment/receipt/${id}/pdf` })
    expect([303, 404, 400]).toContain(answer.statusCode)
  }
  expect((await pdfOf('A'.repeat(22))).headers.location).toBe(`/payment/status?id=${'A'.repeat(22)}`)
})
