import { STAFF_ROLES, type Staff, type StaffRole } from '#shared/staff-role.ts'

export type RoleReading = {
  /** 'groups', or 'realm_access.roles' for a claim inside an object. */
  roleClaim: string
  roles: Readonly<Record<StaffRole, readonly string[]>>
}

type Claims = Readonly<Record<string, unknown>> & { sub: string }

const MAX_NAME = 80

/** The person that these claims name; null when they say nothing about roles. An unknown word gives no role. */
export function readStaff(claims: Claims, { roleClaim, roles }: RoleReading): Staff | null {
  const claim = claimAt(claims, roleClaim)
  if (claim === undefined) return null
  const words: unknown[] = Array.isArray(claim) ? claim : [claim]
  return { id: claims.sub, name: nameOf(claims), roles: STAFF_ROLES.filter((role) => roles[role].some((word) => words.includes(word))) }
}

/** A claim may be a name with points in it, as a URL is, or a way into objects. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name.split('.').reduce<unknown>((inside, part) => {
    if (typeof inside !== 'object' || inside === null || !Object.hasOwn(inside, part)) return undefined
    return Reflect.get(inside, part)
  }, claims)
}

/** No control characters, and never empty: it stands beside every act in the audit log. */
function nameOf(claims: Claims): string {
  const given = [claims.name, claims.preferred_username, claims.sub].find((each) => typeof each === 'string' && each.trim() !== '')
  return String(given)
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)
}
