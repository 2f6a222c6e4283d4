import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { choose, payersIn, push } from './wallet-steps.ts'

type World = { request: APIRequestContext; sandboxUrl: string }

/** Faults stay active: no other test may use this sandbox. */
async function injectFault({ request, sandboxUrl }: World, fault: object): Promise<void> {
  expect((await request.post(`${sandboxUrl}/control/faults`, { data: fault })).ok()).toBe(true)
}

async function payByPush(page: Page, { request, sandboxUrl }: World, msisdn: string): Promise<void> {
  await choose(page, { msisdn, amount: 1000, method: 'Ténéré Money' })
  await push(page, msisdn)
  await payersIn(request, sandboxUrl).answerPrompt(msisdn, { answer: 'accept', pin: '1234' })
}

/** Paid, with a delivery that takes ten minutes. */
export async function payWithoutDelivery(page: Page, world: World, msisdn: string): Promise<void> {
  await injectFault(world, { face: 'tmforum', operation: 'topup.create', do: { lateMs: 600_000 } })
  await payByPush(page, world, msisdn)
}

/** The wallet's webhook says paid, and its query says failed. */
export async function payWithDoubt(page: Page, world: World, msisdn: string): Promise<void> {
  const failed = { transactionReference: 'MM-0', transactionStatus: 'failed' }
  await injectFault(world, { face: 'money', operation: 'transaction', do: { status: 200, body: failed, contentType: 'application/json' } })
  await payByPush(page, world, msisdn)
}
