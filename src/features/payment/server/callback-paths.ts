import { createHmac, timingSafeEqual } from 'node:crypto'
import { API_PREFIX } from '#calls/addresses.ts'
import { nameInAddresses, type ConnectorId } from '#shared/connector-table.ts'

/** ROUTE-6: where providers and payers come back to. Our reference is in the path, with a mark that only we can make. */
export type CallbackPaths = {
  /** `returnTo` is where the payer began, when that is another address of ours. */
  urlsFor(attempt: { connector: ConnectorId; ref: string }, returnTo?: string | null): { return: string; notify: string }
  isOurs(connector: ConnectorId, ref: string, mac: string): boolean
}

export const CALLBACK_PATH = `${API_PREFIX}/transaction/v1/callback`
export const NOTICE_PATH = `${API_PREFIX}/transaction/v1/notice`

export function openCallbackPaths({ publicOrigin, secret }: { publicOrigin: string; secret: string }): CallbackPaths {
  const mark = (connector: ConnectorId, ref: string) =>
    createHmac('sha256', secret).update(`callback|${connector}|${ref}`).digest().subarray(0, 16).toString('base64url')
  return {
    urlsFor({ connector, ref }, returnTo) {
      const tail = `${nameInAddresses(connector)}/${ref}/${mark(connector, ref)}`
      return { return: `${returnTo ?? publicOrigin}${CALLBACK_PATH}/${tail}`, notify: `${publicOrigin}${NOTICE_PATH}/${tail}` }
    },
    isOurs(connector, ref, mac) {
      const expected = Buffer.from(mark(connector, ref))
      const given = Buffer.from(mac)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
