import type * as analytics from '#features/analytics/contract.ts'
import type * as balanceQuery from '#features/balance-query/contract.ts'
import type * as bills from '#features/bills/contract.ts'
import type * as bundles from '#features/bundles/contract.ts'
import type * as coverage from '#features/coverage/contract.ts'
import type * as feedback from '#features/feedback/contract.ts'
import type * as findPayment from '#features/find-payment/contract.ts'
import type * as help from '#features/help/contract.ts'
import type * as homeBroadbandLead from '#features/home-broadband-lead/contract.ts'
import type * as line from '#features/line/contract.ts'
import type * as oneTimeCode from '#features/one-time-code/contract.ts'
import type * as payment from '#features/payment/contract.ts'
import type * as paymentLink from '#features/payment-link/contract.ts'
import type * as places from '#features/places/contract.ts'
import type * as productConfig from '#features/product-config/contract.ts'
import type * as purchase from '#features/purchase/contract.ts'
import type * as receipt from '#features/receipt/contract.ts'
import type * as sealing from '#features/sealing/contract.ts'
import type * as shops from '#features/shops/contract.ts'
import type * as siteContent from '#features/site-content/contract.ts'
import type * as visit from '#features/visit/contract.ts'
import type { Endpoint, ReplyOf, SentInputOf } from '#shared/endpoint.ts'
import type { Failure } from '#shared/failure.ts'
import type { CallName } from './addresses.ts'
import { placeOf, type CallAddress } from './island-calls.ts'

type Contracts = typeof analytics &
  typeof balanceQuery &
  typeof bills &
  typeof bundles &
  typeof coverage &
  typeof feedback &
  typeof findPayment &
  typeof help &
  typeof homeBroadbandLead &
  typeof line &
  typeof oneTimeCode &
  typeof payment &
  typeof paymentLink &
  typeof places &
  typeof productConfig &
  typeof purchase &
  typeof receipt &
  typeof sealing &
  typeof shops &
  typeof siteContent &
  typeof visit

/** `bearer`: what a one-time code opened, for the calls of the PIN flows (MM-3). */
export type CallExtras = { signal?: AbortSignal; bearer?: string }

/** Every call by its name. `Lost` is what a caller gets whose answer did not come: nothing in the browser, and never inside the server. */
export type Api<Lost = never> = { [Name in CallName]: Call<Contracts[Name], Lost> }

type Call<E extends Endpoint, Lost> = (
  ...args: undefined extends SentInputOf<E> ? [input?: undefined, extras?: CallExtras] : [input: SentInputOf<E>, extras?: CallExtras]
) => Promise<ReplyOf<E> | Failure | Lost>

export type SentCall = { name: CallName; method: 'GET' | 'POST'; url: string; input: unknown; extras: CallExtras }

/** The calls of a table over one way of sending them. What comes back was checked by whoever sent it: only here it gets its type. */
export function namedCalls<Name extends CallName, Lost = never>(
  addresses: Readonly<Record<Name, CallAddress>>,
  send: (call: SentCall) => Promise<unknown>,
): Pick<Api<Lost>, Name> {
  const calls: Partial<Record<Name, unknown>> = {}
  for (const name of Object.keys(addresses) as Name[]) {
    calls[name] = (input: unknown, extras: CallExtras = {}) => send({ name, ...placeOf(addresses[name]), input, extras })
  }
  return calls as Pick<Api<Lost>, Name>
}
