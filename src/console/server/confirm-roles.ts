import { appendAudit } from '#features/audit/server/audit-log.ts'
import type { Database } from '#server/database/database.ts'
import type { FieldCipher } from '#server/security/field-cipher.ts'
import type { Identity, IdentityProvider } from './identity-provider.ts'
import * as store from './session.store.ts'

/** After so long the provider is asked for the person's roles again. */
const ROLES_MS = 5 * 60_000
/** Roles that the provider has not confirmed for so long are not used. */
const MAX_ROLES_MS = 15 * 60_000
/** A provider that did not answer is asked again so often. */
const RETRY_MS = 30_000

const PURPOSE = 'console-session'

type Tokens = { idToken: string; refreshToken: string | null }

export type SealedTokens = { seal(tokens: Tokens): string; unseal(sealed: string): Tokens }

/** The provider's tokens as they are stored: of no use without the portal's secret. */
export function sealedTokens(cipher: FieldCipher): SealedTokens {
  return {
    seal: ({ idToken, refreshToken }) => cipher.encrypt(PURPOSE, JSON.stringify({ idToken, refreshToken })),
    unseal(sealed) {
      const text = cipher.decrypt(PURPOSE, sealed)
      // After a change of the secret the provider has to be asked by the browser.
      return text === null ? { idToken: '', refreshToken: null } : JSON.parse(text)
    },
  }
}

type Deps = SealedTokens & { db: Database; provider: IdentityProvider }
type Found = store.StoredSession

/**
 * The session with roles that the provider confirmed lately. `roles`: it has ended the session or taken all roles, or only the browser can
 * ask. `unconfirmed`: it does not answer, and what is known is too old.
 */
export function confirmRoles({ db, provider, seal, unseal }: Deps): (found: Found, now: Date) => Promise<Found | 'roles' | 'unconfirmed'> {
  async function withRoles(found: Found, { staff, ...tokens }: Identity, now: Date): Promise<Found | 'roles'> {
    const [before, after] = [found.staff.roles.join(' '), staff.roles.join(' ')]
    if (before !== after)
      await appendAudit(db, { actor: staff, act: 'roles-changed', outcome: 'done', target: null, detail: { before, after } })
    if (staff.roles.length === 0) return 'roles'
    await store.updateRoles(db, found.id, { name: staff.name, roles: staff.roles, sealed: seal(tokens), now })
    return { ...found, staff, rolesAt: now }
  }

  return async (found, now) => {
    const age = now.getTime() - found.rolesAt.getTime()
    if (age < ROLES_MS) return found
    const isTooOld = age >= MAX_ROLES_MS
    const { refreshToken } = unseal(found.sealed)
    if (refreshToken === null) return isTooOld ? 'roles' : found
    // One request asks: a provider may accept a refresh token once only.
    const isDue = now.getTime() - found.askedAt.getTime() >= RETRY_MS
    if (!isDue || !(await store.claimQuestion(db, found, now))) return isTooOld ? 'unconfirmed' : found
    const answer = await provider.askAgain({ refreshToken, staffId: found.staff.id }).catch(() => 'silent' as const)
    if (answer === 'silent') return isTooOld ? 'unconfirmed' : found
    return answer === null ? 'roles' : withRoles(found, answer, now)
  }
}
