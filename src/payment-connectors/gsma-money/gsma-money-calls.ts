import { createHash, randomUUID } from 'node:crypto'
import { addressAt } from '../card-gateway.ts'
import { type CallContext, type ConnectorContext, ProviderUnavailable } from '../payment-connector.ts'
import { plainAnswer } from '../plain-answer.ts'
import { callProvider, unreadable, type ProviderResponse } from '../provider-http.ts'
import { isNoAnswer, type GsmaError } from './gsma-money-error.messages.ts'
import { readError } from './gsma-money.messages.ts'
import type { StatusWords } from './status-words.ts'

/** How to reach one wallet. */
export type WalletAccess = {
  /** For messages only. */
  provider: string
  /** With version and `mm`: https://wallet.example/1.2/mm. */
  baseUrl: string
  apiKey: string
  /** Our `organisationid` there. */
  merchant: string
  /** What its own words of `transactionStatus` mean. */
  statusWords?: StatusWords | null
}

export type WalletCalls = {
  get(context: CallContext, path: string): Promise<ProviderResponse>
  /** Sent once in any case: it is queried afterwards by its id. */
  post(context: ConnectorContext, path: string, call: PostCall): Promise<ProviderResponse>
}

type PostCall = { readsErrors?: true; body: string; correlationId?: string; notifyUrl?: string; credential?: string }

export function createWalletCalls({ provider, baseUrl, apiKey }: WalletAccess): WalletCalls {
  // X-CorrelationID is the id of a submission here: the wallet would take a request id of ours for one.
  const common = { provider, correlationHeader: null }
  const keys = (now: Date) => ({ 'X-API-Key': apiKey, 'X-Channel': 'Web', 'X-Date': now.toISOString() })
  return {
    get: (context, path) =>
      callProvider(context, {
        ...common,
        route: routeOf(path),
        method: 'GET',
        url: addressAt(baseUrl, path),
        headers: keys(context.now()),
      }),
    post: (context, path, { body, correlationId, notifyUrl, credential, readsErrors }) =>
      callProvider(context, {
        ...common,
        ...(readsErrors && { readsErrors }),
        route: routeOf(path),
        method: 'POST',
        url: addressAt(baseUrl, path),
        headers: {
          ...keys(context.now()),
          'content-type': 'application/json',
          'X-CorrelationID': correlationId ?? randomUUID(),
          'X-Content-Hash': createHash('sha256').update(body).digest('hex'),
          ...(notifyUrl === undefined ? {} : { 'X-Callback-URL': notifyUrl }),
          ...(credential === undefined ? {} : { 'X-User-Credential-1': credential }),
        },
        body,
      }),
  }
}

/** The kind of resource requested: what follows it in a path is its id. */
function routeOf(path: string): string {
  const [, kind = '', ...rest] = path.split('/')
  const deed = rest.at(-1)
  return deed === 'merchantpay' || deed === 'reversals' ? deed : kind
}

/** The error in a refusal. An unreadable one, or one about the wallet's own failures, is no answer. */
export function errorIn(answer: ProviderResponse): GsmaError {
  const error = answer.status >= 400 ? readError(answer) : null
  if (!error) throw unreadable(answer)
  if (isNoAnswer(error))
    throw new ProviderUnavailable(`${answer.provider} says that it cannot work now`, true, { answered: plainAnswer(answer) })
  return error
}
