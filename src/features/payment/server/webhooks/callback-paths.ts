import { createHmac, timingSafeEqual } from 'node:crypto'
import { API_PREFIX } from '#calls/addresses.ts'
import { nameInAddresses, type ConnectorId } from '#shared/connector-table.ts'

/**
 * ROUTE-6, abuse 89: the return addresses of payers and the webhook addresses of providers. The payer reads the return address, so its mark
 * is valid for nothing else.
 */
export type CallbackPaths = {
  /** `returnTo` is the origin where the payer began, when that is not the public one. */
  urlsFor(attempt: { connector: ConnectorId; ref: string }, returnTo?: string | null): { return: string; notify: string }
  /** A mark of a return address. Previous versions had one mark for both, and their attempts return with it. */
  isReturn(connector: ConnectorId, ref: string, mark: string): boolean
  /** The mark of a webhook address, which a payer never reads unless a previous version made the attempt (`isWebhookMarkSecret`). */
  isWebhook(connector: ConnectorId, ref: string, mark: string): boolean
}

export const CALLBACK_PATH = `${API_PREFIX}/transaction/v1/callback`
export const WEBHOOK_PATH = `${API_PREFIX}/transaction/v1/notice`
/** The previous version reads the reference here too, and opens the payment without a query. */
export const RETURN_PARAMETERS = { ref: 'reference', mark: 'mark' } as const

/** HMAC labels. Addresses in use contain the webhook's mark, so its label stays. */
const LABELS = { webhook: 'callback', return: 'return' } as const
const MARK_BYTES = 16

type Options = { publicOrigin: string; secret: string; /** Marks made with the previous secret stay valid. */ secretBefore: string | null }

export function createCallbackPaths({ publicOrigin, secret, secretBefore }: Options): CallbackPaths {
  const markOf = (use: keyof typeof LABELS, connector: ConnectorId, ref: string, key = secret) =>
    createHmac('sha256', key).update(`${LABELS[use]}|${connector}|${ref}`).digest().subarray(0, MARK_BYTES).toString('base64url')
  const isMark = (use: keyof typeof LABELS, connector: ConnectorId, ref: string, mark: string) =>
    [secret, secretBefore].some((key) => key !== null && isEqual(markOf(use, connector, ref, key), mark))
  return {
    urlsFor({ connector, ref }, returnTo) {
      const name = nameInAddresses(connector)
      const query = new URLSearchParams({ [RETURN_PARAMETERS.ref]: ref, [RETURN_PARAMETERS.mark]: markOf('return', connector, ref) })
      return {
        return: `${returnTo ?? publicOrigin}${CALLBACK_PATH}/${name}?${query.toString()}`,
        notify: `${publicOrigin}${WEBHOOK_PATH}/${name}/${ref}/${markOf('webhook', connector, ref)}`,
      }
    },
    isReturn: (connector, ref, mark) => isMark('return', connector, ref, mark) || isMark('webhook', connector, ref, mark),
    isWebhook: (connector, ref, mark) => isMark('webhook', connector, ref, mark),
  }
}

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
