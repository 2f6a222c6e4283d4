import type { APIRequestContext, Page } from '@playwright/test'
import { expect, scripted } from './journey.ts'
import { smsTo } from './buying-steps.ts'

/** Verifies a code and sends the request to the operator, which is slow on a busy machine. */
export const expectInTheEnd = expect.configure({ timeout: 20_000 })

const CODE = /\b[0-9]{6}\b/

/** The newest code: a payer also receives SMS about payments. */
export const codeIn = (texts: string[]) => CODE.exec(texts.find((text) => CODE.test(text)) ?? '')?.[0] ?? ''

export async function codeFor(request: APIRequestContext, msisdn: string, sandboxUrl?: string): Promise<string> {
  await expect.poll(async () => codeIn(await smsTo(request, msisdn, sandboxUrl))).not.toBe('')
  return codeIn(await smsTo(request, msisdn, sandboxUrl))
}

type Details = { msisdn: string; town: string; address?: string }

export async function openDetails(page: Page, plan = /Confort/): Promise<void> {
  await page.goto('/hbb-lead')
  await scripted(page)
  await page.getByRole('radio', { name: plan }).check()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vos coordonnées')
  await scripted(page)
}

export async function fillDetails(page: Page, { msisdn, town, address = 'Rue 12, Plateau' }: Details): Promise<void> {
  await page.getByLabel('Nom et prénom').fill('Amina Issoufou')
  await page.getByLabel('Numéro de mobile Ténéré Mobile').fill(msisdn)
  await page.getByLabel('Adresse e-mail').fill('amina@example.ne')
  // The list of towns works once the touched form is hydrated.
  await scripted(page)
  await page.getByRole('combobox', { name: 'Ville' }).fill(town.slice(0, 3))
  await page.getByRole('option', { name: town }).click()
  await page.getByLabel('Adresse d’installation').fill(address)
  await page.getByRole('checkbox').check()
}

export async function answerCode(page: Page, request: APIRequestContext, msisdn: string, sandboxUrl?: string): Promise<void> {
  await page.getByLabel('Code à 6 chiffres').fill(await codeFor(request, msisdn, sandboxUrl))
}
