import { readFileSync } from 'node:fs'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import jsqr from 'jsqr'
import { extractText, getDocumentProxy } from 'unpdf'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, scripted, test } from '../support/journey.ts'
import { countReceived } from '../support/received-bytes.ts'
import { saveData } from '../support/island-steps.ts'
import { choose, expectHeading, PAID, payersIn, push } from '../support/wallet-steps.ts'

const KILOBYTE = 1000
/** 58 mm of paper, as browsers count. */
const SMALL_PAPER = 219

/** A recharge paid on the phone; returns its id. */
async function aPayment(page: Page, request: APIRequestContext, { line, payer }: { line: string; payer: string }): Promise<string> {
  await choose(page, { msisdn: line, amount: 1750, method: 'Ténéré Money' })
  await push(page, payer)
  await payersIn(request).answerPrompt(payer, { answer: 'accept', pin: '1234' })
  await expectHeading(page, PAID)
  return new URL(page.url()).searchParams.get('id') ?? ''
}

const readCode = jsqr as unknown as (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null

/** Decodes the QR code in a picture. */
async function codeIn(page: Page, picture: Buffer): Promise<string> {
  const { dots, width } = await page.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = document.createElement('canvas')
    // The resolution of a printer with 384 dots.
    Object.assign(canvas, { width: image.width / 2, height: image.height / 2 })
    const pen = canvas.getContext('2d')
    pen?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const data = pen?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    const dots = Array.from({ length: data.length / 4 }, (_, place) => ((data[place * 4] ?? 0) < 128 ? '#' : '.')).join('')
    return { dots, width: canvas.width }
  }, picture.toString('base64'))
  expect(width).toBe(384)
  const pixels = Uint8ClampedArray.from(Array.from(dots, (dot) => (dot === '#' ? [0, 0, 0, 255] : [255, 255, 255, 255])).flat())
  return readCode(pixels, width, dots.length / width)?.data ?? ''
}

async function printed(page: Page, options: Parameters<Page['pdf']>[0]): Promise<{ pages: number; text: string }> {
  const document = await getDocumentProxy(new Uint8Array(await page.pdf(options)))
  const { text, totalPages } = await extractText(document, { mergePages: true })
  return { pages: totalPages, text: text.replace(/\s+/g, ' ') }
}

async function asStranger(browser: Browser, portal: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: 'lang', value: 'en', url: portal }])
  return context.newPage()
}

test('RCPT-1 RCPT-2 RCPT-3 RCPT-4 from the status page: a receipt to print, as PDF and as a picture, whose code anybody can check', async ({
  page,
  request,
  browser,
  portal,
}) => {
  const id = await aPayment(page, request, { line: '90773001', payer: '90773002' })
  await page.getByRole('link', { name: 'Reçu : PDF, image, papier' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reçu de paiement' })).toBeVisible()
  await scripted(page)
  await expectAccessible(page)
  await expect(page.getByText('90 77 30 01').first()).toBeVisible()
  expect(await page.locator('main').textContent()).not.toContain(id)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Partager comme image' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^recu-G.*\.png$/)
  const address = await codeIn(page, readFileSync(await download.path()))
  expect(address).toMatch(new RegExp(`^${portal}/v/G[A-Z2-9]{12}[a-z]{10}$`))

  const answer = await page.request.get(`/payment/receipt/${id}/pdf`)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Ouvrir le PDF' })).toBeHidden()
  for (const paper of [{ format: 'A4' }, { format: 'A6' }, { width: '58mm', height: '200mm' }]) {
    const { pages, text } = await printed(page, paper)
    expect(pages).toBe(1)
    expect(text).toMatch(/Ténéré Mobile.*1 750 F CFA.*90 77 30 01.*Vérifier ce reçu/)
    expect(text).not.toMatch(/Ouvrir le PDF|Retour au paiement|Confidentialité/)
  }
  await page.setViewportSize({ width: SMALL_PAPER, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SMALL_PAPER)

  const stranger = await asStranger(browser, portal)
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible()
  await expect(stranger.getByText('XOF 1,750')).toBeVisible()
  await expect(stranger.getByText('90 •• •• 01')).toBeVisible()
  expect(await stranger.content()).not.toMatch(new RegExp(`90 ?77 ?30|${id}`))
  await expect(stranger.locator('main a')).toHaveCount(0)
  for (const [forged, words] of [
    [`${address.slice(0, -1)}${address.endsWith('b') ? 'c' : 'b'}`, /does not come from us, or it was changed/],
    [address.slice(0, -1), /This address is incomplete/],
    [`${portal}/v/..%2fpayment`, /This address is incomplete/],
  ] as const) {
    expect((await stranger.goto(forged))?.status()).toBe(404)
    await expect(stranger.getByText(words)).toBeVisible()
  }
  await stranger.goto(`${portal}/payment/receipt/${id}`)
  await expect(stranger.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  expect(await stranger.content()).not.toMatch(/90 ?77 ?30/)
  await expect(stranger.getByRole('button', { name: 'Share as a picture' })).toBeHidden()
  await expect(stranger.getByRole('link', { name: 'Open the PDF' })).toHaveAttribute('href', `/payment/receipt/${id}/pdf`)
  await stranger.context().close()
})

test('RCPT-1 there is no receipt of what was not paid; a receipt and its check keep the budget of a reading page', async ({
  page,
  request,
}) => {
  for (const id of ['A'.repeat(22), 'x', '%00']) {
    await page.goto(`/payment/receipt/${id}`)
    await expect(page).toHaveURL(/\/payment\/status/)
  }
  const id = await aPayment(page, request, { line: '90773003', payer: '90773004' })
  await page.goto(`/payment/receipt/${id}`)
  const checked = await page.getByText(/\/v\/G/).textContent()
  await saveData(page)
  const received = await countReceived(page)
  for (const address of [`/payment/receipt/${id}`, new URL(`http://${checked}`).pathname]) {
    await page.goto('about:blank')
    received()
    await page.goto(address, { waitUntil: 'networkidle' })
    const { bytes, requests, isReactThere } = received()
    test.info().annotations.push({ type: 'budget', description: `${address.slice(0, 17)}: ${bytes} bytes, ${requests} requests` })
    expect(isReactThere).toBe(false)
    // The receipt for a chat takes 60 bytes above the budget of a reading page.
    expect(bytes).toBeLessThanOrEqual(10.25 * KILOBYTE)
    expect(requests).toBeLessThanOrEqual(4)
  }
  await expectAccessible(page)
})
