import { expect, test } from 'vitest'
import { anAnswer, anAttempt } from '../testing/connector-testing.ts'
import { ProviderUnavailable } from '../payment-connector.ts'
import { childText, readXml, type XmlElement } from '../xml-text.ts'
import { readRefundedToken, readVerifiedRefund, refundTokenRequest, verifyRefundRequest } from './dpo-refund.messages.ts'

const TOKEN = '72983CAC-5DB1-4C7F-BD88-352066B71592'
const account = { companyToken: '8D3DA73D-9D7F-4E09-96D4-3D44E7A83EA3', serviceType: '3854' }
const fieldsOf = (text: string) => readXml(text) as XmlElement

test('a refund names the token, the amount and our own reference', () => {
  const request = fieldsOf(refundTokenRequest(account, TOKEN, { ref: 'REFUND222222', amount: { minor: 500, currency: 'XOF' }, reason: '' }))
  expect(childText(request, 'refundAmount')).toBe('500.00')
  expect(childText(request, 'refundRef')).toBe('REFUND222222')
  expect(childText(request, 'refundDetails')).toBe('REFUND222222')
  expect(childText(fieldsOf(verifyRefundRequest(account, TOKEN, 'R4964845')), 'TransRef')).toBe('R4964845')
  expect(childText(fieldsOf(verifyRefundRequest(account, TOKEN, null)), 'TransRef')).toBeNull()
})

test.for([
  ['000', 'refunding'],
  ['801', 'declined'],
  ['802', 'declined'],
  ['803', 'declined'],
  ['804', 'declined'],
  ['950', 'declined'],
  ['999', 'declined'],
  ['123', 'unrecognised'],
])('refundToken %s is %s', ([code, state]) => {
  expect(readRefundedToken(anAnswer(`<API3G><Result>${code}</Result><ResultExplanation>words</ResultExplanation></API3G>`)).state).toBe(
    state,
  )
})

const REFUND = 'REFUND222222'
const refunds = (...codes: string[]) =>
  anAnswer(
    `<API3G><Code>000</Code><Explanation>Results Found</Explanation><Refunds>${codes
      .map((code) => `<Refund><Code>${code}</Code><RefundStatus>words</RefundStatus><RefundAmount>750.0000</RefundAmount></Refund>`)
      .join('')}</Refunds></API3G>`,
  )

test('one refund shows the outcome of ours', () => {
  expect(readVerifiedRefund(refunds('003'), anAttempt(), REFUND)).toMatchObject({
    state: 'refunded',
    amount: { minor: 750, currency: 'XOF' },
  })
  expect(readVerifiedRefund(refunds('008'), anAttempt(), REFUND)).toMatchObject({ state: 'declined', final: true })
  expect(readVerifiedRefund(refunds('009'), anAttempt(), REFUND)).toMatchObject({ state: 'refunding' })
  expect(readVerifiedRefund(refunds('777'), anAttempt(), REFUND)).toMatchObject({ state: 'unrecognised' })
})

test('several refunds are accepted only when they agree; none may be on its way', () => {
  expect(readVerifiedRefund(refunds('003', '003'), anAttempt(), REFUND)).toMatchObject({ state: 'refunded', amount: { minor: 1500 } })
  expect(readVerifiedRefund(refunds('003', '008'), anAttempt(), REFUND)).toMatchObject({ state: 'unrecognised' })
  expect(readVerifiedRefund(refunds(), anAttempt(), REFUND)).toMatchObject({ state: 'unrecognised' })
  expect(
    readVerifiedRefund(anAnswer('<API3G><Code>950</Code><Explanation>missing</Explanation></API3G>'), anAttempt(), REFUND),
  ).toMatchObject({ state: 'unrecognised' })
  expect(() => readVerifiedRefund(anAnswer('<API3G></API3G>'), anAttempt(), REFUND)).toThrow(ProviderUnavailable)
})

test('where the list names references, only ours counts', () => {
  const one = (ref: string, code: string) =>
    `<Refund><RefundRef>${ref}</RefundRef><RefundStatus>${code}</RefundStatus><RefundAmount>500.00</RefundAmount></Refund>`
  const list = anAnswer(`<API3G><Code>000</Code><Refunds>${one('OTHER', '008')}${one(REFUND, '003')}</Refunds></API3G>`)
  expect(readVerifiedRefund(list, anAttempt(), REFUND)).toMatchObject({ state: 'refunded', amount: { minor: 500 } })
  expect(readVerifiedRefund(list, anAttempt(), 'UNHEARD')).toMatchObject({ state: 'unrecognised' })
})
