import { createHash, randomBytes } from 'node:crypto'
import { DEMO_STAFF, type DemoStaff } from './demo-staff.ts'

const CODE_MS = 60_000
const REFRESH_MS = 12 * 3_600_000

/** What a browser was sent here with. */
export type Asked = { redirectUri: string; challenge: string; nonce: string }
type Code = Asked & { staffId: string; endsAt: number }
type Grant = { staffId: string; endsAt: number }

/** Codes and tokens that were handed out, in memory: a code and a refresh token are used once. */
export function createGrants(now: () => number) {
  const codes = new Map<string, Code>()
  const refreshes = new Map<string, Grant>()
  const accesses = new Map<string, Grant>()
  const token = () => randomBytes(24).toString('base64url')

  function grantTo(staffId: string) {
    const [access, refresh] = [token(), token()]
    const grant = { staffId, endsAt: now() + REFRESH_MS }
    accesses.set(access, grant)
    refreshes.set(refresh, grant)
    return { access, refresh }
  }

  return {
    codeFor(staffId: string, asked: Asked): string {
      const code = token()
      codes.set(code, { ...asked, staffId, endsAt: now() + CODE_MS })
      return code
    },
    /** Null for a code that is unknown, used, late, or not this browser's. */
    redeem(code: string, { redirectUri, verifier }: { redirectUri: string; verifier: string }) {
      const found = codes.get(code)
      codes.delete(code)
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      if (!found || found.endsAt < now() || found.redirectUri !== redirectUri || found.challenge !== challenge) return null
      return { staffId: found.staffId, nonce: found.nonce, ...grantTo(found.staffId) }
    },
    refresh(old: string) {
      const found = refreshes.get(old)
      refreshes.delete(old)
      return found && found.endsAt >= now() ? { staffId: found.staffId, ...grantTo(found.staffId) } : null
    },
    staffOf: (access: string): DemoStaff | undefined => staffNamed(accesses.get(access)?.staffId),
    /** Signing out ends everything that was handed out to this person. */
    end(staffId: string): void {
      for (const grants of [refreshes, accesses]) for (const [key, grant] of grants) if (grant.staffId === staffId) grants.delete(key)
    },
  }
}

export function staffNamed(id: string | undefined): DemoStaff | undefined {
  return DEMO_STAFF.find((staff) => staff.id === id)
}
