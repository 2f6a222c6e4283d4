import { connectorIds } from '#shared/connector-table.ts'
import { PAYMENT_MODES } from '#shared/payment-codes.ts'
import { encryptPin } from '#features/payment/portal/encrypt-pin.ts'
import type { PayerActions } from './payer-actions.ts'
import { resultOf, type Visitor } from './visitor.ts'

/** Everybody but the wallet's other half: which one it is, the content decides. */
export const METHODS = connectorIds().filter((id) => id !== 'money-pin')
export type Method = (typeof METHODS)[number]

export type Errand = {
  method: Method
  /** Whose line gets the goods. */
  beneficiary: string
  /** Whose wallet or balance pays. */
  payer: string
  outcome: 'pays' | 'declines' | 'leaves'
  /** Presses the button twice at the same moment. */
  pressesTwice: boolean
  /** Closes the browser on the gateway's page: only the webhook informs the portal. */
  comesBack: boolean
}

const PIN = '1234'
const TRANSACTION = '/transaction/v1'
/** Airtime cannot pay for airtime: this is the cheapest bundle. */
const BUNDLE = 'DATA_100MB_1D'

type Begun = { transactionId: string; redirectUrl: string | null }

/** One payment by one method, from the purchase to the provider's page or phone. Returns the transaction. */
export async function makePayment(visitor: Visitor, payerActions: PayerActions, errand: Errand): Promise<string> {
  const { purchaseId, queryData } = resultOf<{ purchaseId: string; queryData: { amount: number } }>(
    await visitor.insist('POST', `${TRANSACTION}/purchase`, purchaseOf(errand)),
  )
  const purchase = { txnId: purchaseId, amount: queryData.amount }
  switch (errand.method) {
    case 'smartcash':
      return payByPin(visitor, payerActions, errand, purchase)
    case 'airtime':
      return payByAirtime(visitor, payerActions, errand, purchase)
    case 'money-push':
    case 'mpesa':
      return payOnPhone(visitor, payerActions, errand, purchase)
    default:
      return payByCard(visitor, payerActions, errand, purchase)
  }
}

function purchaseOf({ method, beneficiary: msisdn }: Errand): object {
  if (method === 'airtime') return { kind: 'bundle', msisdn, productCode: BUNDLE, redirectPage: '/data-bundle' }
  return airtimeFor(msisdn)
}

export function airtimeFor(msisdn: string): object {
  return { kind: 'airtime', msisdn, amount: 500, redirectPage: '/prepaid-recharge' }
}

type Purchase = { txnId: string; amount: number }

async function initiate(visitor: Visitor, body: object): Promise<string> {
  return resultOf<{ transactionId: string }>(await visitor.insist('POST', `${TRANSACTION}/initiate`, body)).transactionId
}

async function begin(visitor: Visitor, errand: Errand, body: object): Promise<Begun> {
  const press = async () => resultOf<Begun>(await visitor.insist('POST', `${TRANSACTION}/process`, body))
  const [first, second] = await Promise.all(errand.pressesTwice ? [press(), press()] : [press()])
  return { transactionId: first.transactionId, redirectUrl: first.redirectUrl ?? second?.redirectUrl ?? null }
}

async function payByCard(visitor: Visitor, payerActions: PayerActions, errand: Errand, purchase: Purchase): Promise<string> {
  const transactionId = await initiate(visitor, { ...purchase, emailId: 'amina@example.ne' })
  const body = { transactionId, paymentMode: PAYMENT_MODES.PAYMENT_GATEWAY, paymentGateway: errand.method }
  const { redirectUrl } = await begin(visitor, errand, body)
  if (!redirectUrl || errand.outcome === 'leaves') return transactionId
  const back = await payerActions.payOnPage(redirectUrl, errand.outcome === 'pays' ? 'pays' : 'declined')
  if (back && errand.comesBack && URL.canParse(back)) await visitor.open(back)
  return transactionId
}

async function payOnPhone(visitor: Visitor, payerActions: PayerActions, errand: Errand, purchase: Purchase): Promise<string> {
  const transactionId = await initiate(visitor, purchase)
  const paymentMode = errand.method === 'mpesa' ? PAYMENT_MODES.MPESA : PAYMENT_MODES.MONEY_PUSH
  await begin(visitor, errand, { transactionId, paymentMode, paymentMobile: errand.payer })
  if (errand.outcome !== 'leaves') await payerActions.answerPrompt(errand.payer, errand.outcome === 'pays' ? 'accept' : 'decline')
  return transactionId
}

/** A code sent to the payer's own phone opens what the method needs. */
async function prove(visitor: Visitor, payerActions: PayerActions, msisdn: string, paymentMode?: string): Promise<string> {
  const { refId } = resultOf<{ refId: string }>(await visitor.insist('POST', '/otp/v1/send-otp', { msisdn }))
  const otp = await payerActions.readCode(msisdn)
  const body = { refId, otp, ...(paymentMode && { paymentMode }) }
  const opened = resultOf<{ uniqueCode?: string; accessToken?: string }>(await visitor.insist('POST', '/otp/v1/verify-otp', body))
  return opened.accessToken ?? opened.uniqueCode ?? ''
}

async function payByAirtime(visitor: Visitor, payerActions: PayerActions, errand: Errand, purchase: Purchase): Promise<string> {
  const uniqueCode = await prove(visitor, payerActions, errand.payer)
  const transactionId = await initiate(visitor, { ...purchase, paymentMobile: errand.payer, uniqueCode })
  if (errand.outcome === 'leaves') return transactionId
  await begin(visitor, errand, { transactionId, paymentMode: PAYMENT_MODES.AIR_TIME, paymentMobile: errand.payer })
  return transactionId
}

async function payByPin(visitor: Visitor, payerActions: PayerActions, errand: Errand, purchase: Purchase): Promise<string> {
  const paymentMode = PAYMENT_MODES.SMARTCASH
  const bearer = { authorization: `Bearer ${await prove(visitor, payerActions, errand.payer, paymentMode)}` }
  type Key = { key: string; keyId: string; label: string; digits: number }
  const { transactionId, encryptionKeyDetails } = resultOf<{ transactionId: string; encryptionKeyDetails: Key | null }>(
    await visitor.insist('POST', `${TRANSACTION}/auth/initiate`, { ...purchase, paymentMode, paymentMobile: errand.payer }, bearer),
  )
  if (!encryptionKeyDetails || errand.outcome === 'leaves') return transactionId
  const amPin = await encryptPin(errand.outcome === 'pays' ? PIN : '9999', encryptionKeyDetails)
  const body = { transactionId, paymentMode, paymentMobile: errand.payer, amPin, keyId: encryptionKeyDetails.keyId }
  const press = () => visitor.insist('POST', `${TRANSACTION}/auth/process`, body, bearer)
  await Promise.all(errand.pressesTwice ? [press(), press()] : [press()])
  return transactionId
}

export async function readStatus(visitor: Visitor, transactionId: string): Promise<string> {
  return resultOf<{ status: string }>(await visitor.insist('GET', `${TRANSACTION}/status?tid=${transactionId}`)).status
}
