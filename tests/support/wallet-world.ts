import { ProviderUnavailable, type ConnectorInfo, type Observation, type PaymentConnector } from '#payment-connectors/payment-connector.ts'
import { API_PREFIX } from '#calls/addresses.ts'
import type { Upstreams } from '../../src/composition/portal-core.ts'
import { aVisitor, codeSentTo, codeWorld, SEND, VERIFY, type Visitor } from './code-world.ts'

export const TRANSACTION = `${API_PREFIX}/transaction/v1`
const CIPHERTEXT = 'A'.repeat(344)

type Started = Awaited<ReturnType<PaymentConnector['start']>>

/** A wallet that waits for a PIN encrypted with this key. */
export function pinAsked(kid = 'key-1'): Started {
  return {
    kind: 'accepted',
    providerRef: null,
    action: { type: 'enter-pin', digits: 4, attemptsLeft: 5, key: { kid, spki: 'c3BraQ==' } },
  }
}
export const ON_PHONE: Started = {
  kind: 'accepted',
  providerRef: null,
  action: { type: 'approve-on-phone', until: new Date(Date.now() + 120_000) },
}

/** The next responses of the fake wallets. */
export type WalletScript = { start: Started | 'silence'; pin: Observation }

export type Payer = { visitor: Visitor; purchaseId: string; msisdn: string; bearer: string }

type Calls = { started: string[]; pins: string[] }

function pretendWallets(script: WalletScript, { started, pins }: Calls): Map<ConnectorInfo['id'], PaymentConnector> {
  const aWallet = (id: ConnectorInfo['id'], paymentMode: ConnectorInfo['paymentMode']): PaymentConnector => ({
    info: {
      id,
      paymentMode,
      currencies: ['XOF'],
      wireExponent: { XOF: 0 },
      payerProof: paymentMode === 'MONEY_PUSH' ? 'none' : 'code',
      resolves: ['query'],
      repeat: 'second-payment',
      refund: 'none',
      pollScheduleSeconds: [600],
    },
    async start(_context, order) {
      started.push(`${id} ${order.payer.msisdn}`)
      if (script.start === 'silence') throw new ProviderUnavailable('silent', true)
      return script.start
    },
    async submitSecret(_context, attempt) {
      pins.push(`${id} ${attempt.payer.msisdn}`)
      return script.pin
    },
  })
  return new Map([
    ['airtime', aWallet('airtime', 'AIR_TIME')],
    ['money-push', aWallet('money-push', 'MONEY_PUSH')],
    ['money-pin', aWallet('money-pin', 'MONEY')],
    ['smartcash', aWallet('smartcash', 'SMARTCASH')],
  ])
}

/** A portal with wallets (fake ones by default) and visitors who pay by calls. */
export async function walletWorld(others?: Upstreams['connectors']) {
  const script: WalletScript = { start: pinAsked(), pin: { state: 'pending' } }
  /** Payments that reached a wallet, and PINs. */
  const calls: Calls = { started: [], pins: [] }
  const world = await codeWorld({ connectors: others ?? pretendWallets(script, calls) })
  let lastNumber = 90_500_000

  async function aPurchase(visitor: Visitor): Promise<string> {
    const purchase = { kind: 'airtime', msisdn: '90000001', amount: 500, redirectPage: '/prepaid-recharge' }
    return (await visitor.post(`${TRANSACTION}/purchase`, purchase)).json().result.purchaseId
  }

  /** A visitor with a purchase and a verified number. */
  async function aPayer(): Promise<Payer> {
    const visitor = aVisitor(world.portal)
    const purchaseId = await aPurchase(visitor)
    const msisdn = String((lastNumber += 1001))
    const { refId } = (await visitor.post(SEND, { msisdn })).json().result
    const verified = await visitor.post(VERIFY, { refId, otp: codeSentTo(world.sent, msisdn), paymentMode: 'SMARTCASH_SECURE' })
    return { visitor, purchaseId, msisdn, bearer: verified.json().result.accessToken }
  }

  function withBearer({ visitor, bearer }: Pick<Payer, 'visitor' | 'bearer'>, path: string, payload: object) {
    return world.portal.call({
      method: 'POST',
      url: `${TRANSACTION}/auth/${path}`,
      payload,
      headers: { cookie: visitor.cookie(), lang: 'en', authorization: `Bearer ${bearer}` },
    })
  }

  return {
    ...world,
    ...calls,
    script,
    aPurchase,
    aPayer,
    initiate: (payer: Payer, paymentMode = 'SMARTCASH_SECURE') =>
      withBearer(payer, 'initiate', { txnId: payer.purchaseId, amount: 500, paymentMode, paymentMobile: payer.msisdn }),
    enterPin: (payer: Payer, transactionId: string, { paymentMode = 'SMARTCASH_SECURE', keyId = 'key-1' } = {}) =>
      withBearer(payer, 'process', { transactionId, paymentMode, paymentMobile: payer.msisdn, amPin: CIPHERTEXT, keyId }),

    /** Starts a purchase and its transaction, without a payer. */
    async begin(visitor: Visitor, purchaseId?: string): Promise<string> {
      const txnId = purchaseId ?? (await aPurchase(visitor))
      return (await visitor.post(`${TRANSACTION}/initiate`, { txnId, amount: 500 })).json().result.transactionId
    },
    async push(visitor: Visitor, transactionId: string, msisdn: string) {
      const request = { transactionId, paymentMode: 'TENERE_MONEY_PUSH', paymentMobile: msisdn }
      return (await visitor.post(`${TRANSACTION}/process`, request)).json()
    },
  }
}
