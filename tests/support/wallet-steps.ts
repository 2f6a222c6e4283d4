import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { scripted } from './journey.ts'
import { codeFor } from './lead-steps.ts'
import { creditsTo, ledgerOf, sharedSandbox } from './buying-steps.ts'

export const PAID = 'Merci, c’est réussi'
export const NOT_PAID = 'Paiement non abouti'
export const UNDER_WAY = 'Paiement en cours'
export const PIN_LABEL = 'Code secret à 4 chiffres'

/** A purchase of airtime for one number, at the form of one method. */
export async function choose(page: Page, { msisdn, amount, method }: { msisdn: string; amount: number; method: string }): Promise<void> {
  await page.goto(`/prepaid-recharge?msisdn=${msisdn}&amount=${amount}`)
  await scripted(page)
  await page.getByRole('button', { name: 'Acheter du crédit' }).click()
  await expect(page).toHaveURL(/\/payment\/start\/card\?purchase=/)
  await chooseMethod(page, method)
}

export async function chooseMethod(page: Page, method: string): Promise<void> {
  // The hub was just loaded; without script a method is a plain link.
  await expect(page).toHaveURL(/\/payment\/start\//)
  await scripted(page)
  await page.getByRole('link', { name: method }).click()
  await expect(page.getByRole('link', { name: method })).toHaveAttribute('aria-expanded', 'true')
  await scripted(page)
}

/** A request to the payer's phone, at the form of a method that sends one. */
export async function push(page: Page, payer: string): Promise<void> {
  await page.getByLabel('Numéro de mobile').fill(payer)
  await page.getByRole('button', { name: /^Payer/ }).click()
  await expect(page).toHaveURL(/\/payment\/status\?id=/, { timeout: 25_000 })
}

/** A number, and the code that is sent to it. */
export async function proveNumber(page: Page, payers: Payers, msisdn: string, label = 'Numéro enregistré'): Promise<void> {
  await page.getByLabel(label).fill(msisdn)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill(await payers.codeFor(msisdn))
}

export async function enterPin(page: Page, pin: string): Promise<void> {
  await page.getByLabel(PIN_LABEL).fill(pin)
  await page.getByRole('button', { name: /^Payer/ }).click()
}

export async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name })).toBeVisible({ timeout: 40_000 })
}

type Prompt = { id: string; state: string }
export type Payers = ReturnType<typeof payersIn>

/** The sandbox's payers: received messages, inputs, and balances. */
export function payersIn(request: APIRequestContext, sandboxUrl = sharedSandbox()) {
  async function waitingPrompts(msisdn: string): Promise<Prompt[]> {
    const prompts = (await (await request.get(`${sandboxUrl}/control/prompts/${msisdn}`)).json()) as Prompt[]
    return prompts.filter(({ state }) => state === 'waiting')
  }

  return {
    waitingPrompts,

    codeFor: (msisdn: string) => codeFor(request, msisdn, sandboxUrl),

    /** The phone's response to the input. */
    async answerPrompt(msisdn: string, answer: { answer: 'accept' | 'decline'; pin?: string }): Promise<{ problem?: string }> {
      await expect.poll(async () => (await waitingPrompts(msisdn)).length).toBe(1)
      const [prompt] = await waitingPrompts(msisdn)
      const answered = await request.post(`${sandboxUrl}/control/prompts/${msisdn}/${prompt?.id}`, { data: answer })
      expect(answered.ok()).toBe(true)
      return (await answered.json()) as { problem?: string }
    },

    async moneyOf(msisdn: string): Promise<{ captured: number; refunded: number }> {
      const entries = (await ledgerOf(request, sandboxUrl)).filter((entry) => entry.msisdn === msisdn)
      const sum = (kind: string) => entries.filter((entry) => entry.kind === kind).reduce((total, { amount }) => total + amount, 0)
      return { captured: sum('capture'), refunded: sum('refund') + sum('reversal') }
    },

    creditsTo: (msisdn: string) => creditsTo(request, msisdn, sandboxUrl),

    /** Moves the sandbox's clock, never the portal's. */
    async passTime(advance: string): Promise<void> {
      expect((await request.post(`${sandboxUrl}/control/time`, { data: { advance } })).ok()).toBe(true)
    },
  }
}
