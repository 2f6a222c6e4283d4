import { expect, test } from 'vitest'
import { aVisitor, type Visitor } from '#tests/support/code-world.ts'
import { TRANSACTION, walletWorld } from '#tests/support/wallet-world.ts'

const world = await walletWorld()
const { aPurchase } = world

async function offeredTo(visitor: Visitor, purchaseId?: string): Promise<unknown> {
  const asked = { amount: 500, transactionType: 'PREPAID_RECHARGE', ...(purchaseId && { purchaseId }) }
  return (await visitor.post(`${TRANSACTION}/payment-options`, asked)).json().result.email
}

const pay = (visitor: Visitor, txnId: string, emailId: string) => visitor.post(`${TRANSACTION}/initiate`, { txnId, amount: 500, emailId })

test('the email address of a visit is offered at its next purchase, the newest first, and to no other visit', async () => {
  const visitor = aVisitor(world.portal)
  const first = await aPurchase(visitor)
  expect(await offeredTo(visitor, first)).toBeNull()
  await pay(visitor, first, 'amina@example.ne')
  world.passMinutes(1)
  const second = await aPurchase(visitor)
  expect(await offeredTo(visitor, second)).toBe('amina@example.ne')
  await pay(visitor, second, 'salou@example.ne')
  expect(await offeredTo(visitor, await aPurchase(visitor))).toBe('salou@example.ne')
  const stranger = aVisitor(world.portal)
  expect(await offeredTo(stranger, await aPurchase(stranger))).toBeNull()
  expect(await offeredTo(stranger, second)).toBeNull()
})

test('abuse 87 a made-up cookie, and a call that names no purchase, get no address', async () => {
  const visitor = aVisitor(world.portal)
  const purchaseId = await aPurchase(visitor)
  await pay(visitor, purchaseId, 'amina@example.ne')
  expect(await offeredTo(visitor)).toBeNull()
  const answer = await world.portal.call({
    method: 'POST',
    url: `${TRANSACTION}/payment-options`,
    payload: { amount: 500, transactionType: 'PREPAID_RECHARGE', purchaseId },
    headers: { cookie: `guichet_visit=${'A'.repeat(43)}` },
  })
  expect(answer.json().result.email).toBeNull()
})
