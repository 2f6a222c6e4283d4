import type { FastifyInstance } from 'fastify'
import type { SandboxOptions } from '../sandbox-app.ts'
import type { World } from '../world/world.ts'
import { aSandbox } from './test-sandbox.ts'

type Answer = Awaited<ReturnType<FastifyInstance['inject']>>
type Headers = Record<string, string>

export type TestOperator = {
  app: FastifyInstance
  world: World
  /** Addresses are those below the profile's prefix: `/productInventory/v4/product`. */
  get(path: string, query?: Headers): Promise<Answer>
  post(path: string, body: object, headers?: Headers): Promise<Answer>
  remove(path: string, headers?: Headers): Promise<Answer>
}

/** The operator's systems as the standard has them, called by someone with a good token. */
export async function anOperator(options: SandboxOptions = {}): Promise<TestOperator> {
  const { app, world } = await aSandbox({ realNow: stopped(), ...options })
  // A new token for each call: tests move the clock by days.
  const signIn = async () => ({ authorization: `Bearer ${await fetchToken(app)}` })
  return caller({ app, world, prefix: '/tmf-api', signIn })
}

/** The same systems with an operator's own habits. */
export async function anOddOperator(options: SandboxOptions = {}): Promise<TestOperator> {
  const { app, world } = await aSandbox({ realNow: stopped(), ...options })
  return caller({ app, world, prefix: '/odd/tmf-api', signIn: async () => ODD_HEADERS })
}

/** A fixed clock: only the test moves it. */
function stopped(): () => number {
  const now = Date.now()
  return () => now
}

export const ODD_HEADERS = { 'x-api-key': 'sandbox-odd-key', countrycode: 'NE' }

export async function fetchToken(app: FastifyInstance): Promise<string> {
  const payload = 'grant_type=client_credentials&client_id=guichet&client_secret=sandbox-operator'
  const answer = await app.inject({ method: 'POST', url: '/oauth2/token', headers: FORM, payload })
  return answer.json<{ access_token: string }>().access_token
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

type Caller = { app: FastifyInstance; world: World; prefix: string; signIn: () => Promise<Headers> }

function caller({ app, world, prefix, signIn }: Caller): TestOperator {
  return {
    app,
    world,
    async get(path, query = {}) {
      return app.inject({ method: 'GET', url: prefix + path, query, headers: await signIn() })
    },
    async post(path, payload, headers = {}) {
      return app.inject({ method: 'POST', url: prefix + path, payload, headers: { ...(await signIn()), ...headers } })
    },
    async remove(path, headers = {}) {
      return app.inject({ method: 'DELETE', url: prefix + path, headers: { ...(await signIn()), ...headers } })
    },
  }
}

export const TOPUPS = '/prepayBalanceManagement/v4/topupBalance'
export const ORDERS = '/productOrderingManagement/v4/productOrder'
export const PAYMENTS = '/payment/v4/payment'

/** A good top-up of 1 000 for 90 00 00 01, with what the test changes. */
export function aTopup(changes: { msisdn?: string; amount?: number } & Record<string, unknown> = {}): object {
  const { msisdn = '22790000001', amount = 1_000, ...rest } = changes
  return {
    amount: { amount, units: 'XOF' },
    usageType: 'monetary',
    bucket: { id: `AIR-${msisdn}` },
    partyAccount: { id: `PA-${msisdn}` },
    logicalResource: [{ id: msisdn, '@referredType': 'MSISDN' }],
    channel: { id: 'WEBPORTAL' },
    paymentMethod: { id: 'PG' },
    reason: 'REF-1',
    ...rest,
  }
}

/** A good order of 1 GB for a week, for 90 00 00 01. */
export function anOrder(changes: { msisdn?: string; offering?: string; price?: number } & Record<string, unknown> = {}): object {
  const { msisdn = '22790000001', offering = 'DATA_1GB_7D', price = 1_000, ...rest } = changes
  return {
    externalId: 'REF-1',
    channel: [{ id: 'WEBPORTAL' }],
    relatedParty: [{ id: msisdn, role: 'customer', '@referredType': 'Customer' }],
    payment: [{ id: 'PROVIDER-1' }],
    productOrderItem: [
      {
        id: '1',
        action: 'add',
        quantity: 1,
        productOffering: { id: offering },
        product: { productCharacteristic: [{ name: 'msisdn', value: msisdn }] },
        itemTotalPrice: [{ priceType: 'oneTime', price: { taxIncludedAmount: { unit: 'XOF', value: price } } }],
      },
    ],
    ...rest,
  }
}

/** A good payment of the bill of 90 00 00 03, rounded up. */
export function aBillPayment(changes: { account?: string; amount?: number; bill?: string | null } & Record<string, unknown> = {}): object {
  const { account = '1000000003', amount = 12_451, bill = 'PO-2026-0003', ...rest } = changes
  const money = { unit: 'XOF', value: amount }
  return {
    correlatorId: 'REF-1',
    authorizationCode: 'PROVIDER-1',
    account: { id: account },
    totalAmount: money,
    paymentMethod: { name: 'card', '@type': 'bankCard' },
    channel: { id: 'WEBPORTAL' },
    ...(bill === null ? {} : { paymentItem: [{ amount: money, item: { id: bill, '@referredType': 'CustomerBill' } }] }),
    ...rest,
  }
}
