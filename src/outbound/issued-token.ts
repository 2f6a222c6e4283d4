import { UpstreamError, troubleOfStatus } from './upstream-error.ts'
import type { IssuedToken } from './token-cache.ts'

/** The validity of a token without a readable `expires_in` (RFC 6749 only recommends it). */
const LIFE_WHEN_UNTOLD_SECONDS = 300
const MAX_NAMES = 8

type TokenAnswer = { status: number; text: string }

/**
 * The token of a token response. Only the token itself is required: servers send `token_type` with other words, `expires_in` as text, fields
 * that are null, and status 201. Otherwise it throws, with a detail that names what was received and contains no value. No call of ours was
 * made with the token, so nothing can have arrived.
 */
export function readIssuedToken({ status, text }: TokenAnswer): IssuedToken {
  const fields = fieldsIn(text)
  const token = fields?.['access_token']
  if (status < 300 && typeof token === 'string' && /^[\u0021-\u007e]{1,8192}$/.test(token))
    return { token, lifeSeconds: lifeIn(fields?.['expires_in']) }
  // Wrong credentials are not retried: that would only lock the client.
  const why = troubleOfStatus(status)?.why ?? (status >= 400 ? 'not-authorised' : 'unreadable')
  throw new UpstreamError(why, { mayHaveArrived: false, status, detail: `token: ${describe(status, text, fields)}` })
}

function lifeIn(value: unknown): number {
  const seconds = /^[0-9]{1,9}(?:\.[0-9]+)?$/.test(String(value)) ? Math.floor(Number(value)) : 0
  return seconds > 0 ? seconds : LIFE_WHEN_UNTOLD_SECONDS
}

function fieldsIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** The status, the OAuth error code and the names of the fields: never a value, which may be a secret. */
function describe(status: number, text: string, fields: Record<string, unknown> | null): string {
  if (!fields) return `HTTP ${status}, ${text.trim() === '' ? 'an empty body' : 'no JSON object'}`
  const { error } = fields
  if (typeof error === 'string' && /^[a-z_]{1,40}$/.test(error)) return `HTTP ${status}, ${error}`
  const names = Object.keys(fields)
    .filter((name) => /^[A-Za-z_.-]{1,40}$/.test(name))
    .slice(0, MAX_NAMES)
  const problem = Object.hasOwn(fields, 'access_token') ? 'an unusable access_token' : 'no access_token'
  return `HTTP ${status}, ${problem}; fields: ${names.join(', ') || 'none'}`
}
