import { expect, test, vi } from 'vitest'
import { WAIT, subjectWorld } from '#tests/support/subject-world.ts'

const { world, aHub, begun, pays, isShown } = await subjectWorld({ canRefund: false })

test('I18 without a refund call the second payment goes to review in the same minute, and its payer reads so', async () => {
  const [first, second] = [await aHub('invoice'), await aHub('invoice')]
  const slow = await begun(first)
  world.passMinutes(16)
  await pays(await begun(second))
  await isShown(second, { status: 'SUCCESS' })
  await pays(slow)
  await vi.waitFor(async () => expect(await world.reviewOf(first.transactionId)).toBe('refund-by-hand'), WAIT)
  await isShown(first, { money: 'coming-back', statusReason: 'not_owed' })
  await isShown(second, { money: 'delivered', statusReason: 'also_paid' })
})
