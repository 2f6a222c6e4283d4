import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { scripted } from './journey.ts'

export const CARDS = { pays: '4084084084084081', declined: '4084080000005408', insufficient: '4084080000670037' } as const

/** Shared steps of journeys. */
export async function chooseAirtime(
  page: Page,
  { msisdn, amount, isScripted = true }: { msisdn: string; amount: number; isScripted?: boolean },
): Promise<void> {
  await page.goto('/prepaid-recharge')
  if (isScripted) await scripted(page)
  await page.getByLabel('Numéro de mobile').fill(msisdn)
  if (isScripted) await expect(page.getByText('Ligne prépayée Ténéré Mobile')).toBeVisible()
  await page.getByRole('textbox', { name: 'Montant' }).fill(String(amount))
  await page.getByRole('button', { name: 'Acheter du crédit' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  if (isScripted) await scripted(page)
}

/** CARD-1: the others are hidden behind the chosen one. */
export async function chooseGateway(page: Page, gateway: string): Promise<void> {
  const other = page.getByRole('radio', { name: gateway })
  if (!(await other.isVisible())) await page.locator('summary', { hasText: /^(Changer|Change)$/ }).click()
  await other.check()
}

type CardPayment = { gateway: string; card: keyof typeof CARDS | 'cancel'; isScripted?: boolean }

export async function payByCard(page: Page, { gateway, card, isScripted = true }: CardPayment): Promise<void> {
  await chooseGateway(page, gateway)
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  await page.getByRole('button', { name: /^Payer/ }).click()
  // CARD-2: with script Paystack's page opens in a frame over ours; the others take the whole window.
  const isFramed = gateway === 'Paystack' && isScripted
  const payPage = isFramed ? page.frameLocator('iframe[title="Paiement par Paystack"]') : page
  await expect(payPage.getByText('SANDBOX').first()).toBeVisible()
  if (card === 'cancel') await payPage.locator('button[name=cancel]').click()
  else await payPage.locator(`button[name=card][value="${CARDS[card]}"]`).click()
  if (!(isFramed && card === 'cancel')) await expect(page).toHaveURL(/\/payment\/status\?id=/)
}

type LedgerEntry = { kind: string; face: string; msisdn?: string; amount: number; ourReference: string }

/** The default sandbox of the journeys. */
export function sharedSandbox(): string {
  return process.env.SANDBOX_URL_FOR_TESTS ?? ''
}

export async function ledgerOf(request: APIRequestContext, sandboxUrl = sharedSandbox()): Promise<LedgerEntry[]> {
  return (await (await request.get(`${sandboxUrl}/control/ledger`)).json()) as LedgerEntry[]
}

export async function creditsTo(request: APIRequestContext, msisdn: string, sandboxUrl = sharedSandbox()): Promise<number[]> {
  const ledger = await ledgerOf(request, sandboxUrl)
  return ledger.filter((entry) => entry.kind === 'credit' && entry.msisdn === msisdn).map((entry) => entry.amount)
}

export async function smsTo(request: APIRequestContext, msisdn: string, sandboxUrl = sharedSandbox()): Promise<string[]> {
  const answer = await request.get(`${sandboxUrl}/control/sms/${msisdn}`)
  return ((await answer.json()) as { text: string }[]).map((sms) => sms.text)
}
