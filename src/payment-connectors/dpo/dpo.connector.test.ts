import { expect, test } from 'vitest'
import { aContext, anAttempt, aScriptedProvider } from '../testing/connector-testing.ts'
import { dpoConnector } from './dpo.connector.ts'

const TOKEN = '72983CAC-5DB1-4C7F-BD88-352066B71592'

async function aDpo(result: string, more = '') {
  const provider = await aScriptedProvider(() => ({
    body: `<API3G><Result>${result}</Result><ResultExplanation>words</ResultExplanation>${more}</API3G>`,
  }))
  return { provider, connector: dpoConnector({ baseUrl: provider.url, companyToken: 'COMPANY-TOKEN', serviceType: '3854' }) }
}

test('a payment whose token we never received cannot be refunded by us', async () => {
  const { provider, connector } = await aDpo('000')
  const refund = { ref: 'REFUND222222', amount: { minor: 1500, currency: 'XOF' }, reason: 'late' }
  expect(await connector.refund?.(aContext(), anAttempt(), refund)).toMatchObject({ state: 'unrecognised' })
  expect(await connector.queryRefund?.(aContext(), anAttempt(), refund.ref)).toMatchObject({ state: 'unrecognised' })
  expect(provider.requests).toEqual([])
})

test('a delivery marks the payment as verified; a missing delivery marks nothing', async () => {
  const { provider, connector } = await aDpo(
    '000',
    '<TransactionAmount>1500.00</TransactionAmount><TransactionCurrency>XOF</TransactionCurrency>',
  )
  await connector.reportDelivery?.(aContext(), anAttempt({ providerRef: TOKEN }), false)
  expect(provider.requests).toHaveLength(0)
  await connector.reportDelivery?.(aContext(), anAttempt({ providerRef: TOKEN }), true)
  expect(provider.requests[0]?.body).toContain('<VerifyTransaction>1</VerifyTransaction>')
  const open = await aDpo('900')
  await expect(open.connector.reportDelivery?.(aContext(), anAttempt({ providerRef: TOKEN }), true)).rejects.toThrow('did not take note')
})
