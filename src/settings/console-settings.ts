import { isStaffRole, STAFF_ROLES, type StaffRole } from '#shared/staff-role.ts'
import { address, origin } from './address-setting.ts'
import { inSandbox, provider } from './provider.ts'
import { number, port, setting, text, type About, type Setting } from './setting.ts'

/** The words of the role claim that stand for each role. */
export type RoleWords = Readonly<Record<StaffRole, readonly string[]>>

/** CON-1: the operator's console, on a listener of its own. It is off in production until an identity provider is set. */
export const CONSOLE = {
  console: provider({
    title: 'Operator console',
    meaning: "the console of the operator's staff, who sign in with OpenID Connect",
    settings: {
      issuer: address('CONSOLE_ISSUER', {
        meaning: 'the identity provider: the issuer of its discovery document',
        sandbox: inSandbox('/staff-accounts'),
        mayBePrivate: true,
      }),
      clientId: text('CONSOLE_CLIENT_ID', { meaning: 'the client there', sandbox: 'guichet-console', isSandboxValueFine: true }),
      clientSecret: text('CONSOLE_CLIENT_SECRET', { meaning: 'its secret', sandbox: 'sandbox-console-secret' }),
      scope: text('CONSOLE_SCOPE', {
        unset: 'openid profile',
        isSandboxValueFine: true,
        shape: { pattern: /^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/, words: 'must begin with openid, and be words with one blank between' },
        meaning: 'what is requested of it; some providers need `offline_access` here before roles can be read again',
        example: 'openid profile offline_access',
      }),
      roleClaim: text('CONSOLE_ROLE_CLAIM', {
        unset: 'groups',
        isSandboxValueFine: true,
        meaning: 'the claim that holds the roles, a list or one word; a point leads into an object (`realm_access.roles`)',
        example: 'realm_access.roles',
      }),
      roles: roleWords('CONSOLE_ROLES', {
        sandbox: JSON.stringify(Object.fromEntries(STAFF_ROLES.map((role) => [role, [role]]))),
        isSandboxValueFine: true,
        meaning: `JSON map of roles (${STAFF_ROLES.join(', ')}) to lists of words of that claim`,
      }),
      port: port('CONSOLE_PORT', {
        unset: { words: 'ADMIN_PORT + 1', make: defaultPort },
        meaning: 'port of the console',
        example: '9465',
      }),
      host: text('CONSOLE_HOST', {
        unset: '127.0.0.1',
        isSandboxValueFine: true,
        shape: { pattern: /^[A-Za-z0-9.:-]+$/, words: 'must be a host name or an address' },
        meaning: 'address it listens on',
        example: '10.20.0.5',
      }),
      url: origin('CONSOLE_URL', {
        sandbox: {
          words: 'http://localhost:CONSOLE_PORT',
          make: (textOf) => `http://localhost:${textOf('CONSOLE_PORT') || defaultPort(textOf)}`,
        },
        mayBePrivate: true,
        meaning: 'its address for staff, https, with a host of its own; every other host is refused',
      }),
      hours: number('CONSOLE_HOURS', {
        unset: '10',
        min: 1,
        max: 24,
        meaning: 'hours after which a session ends, however it is used; without use it ends after 15 minutes',
      }),
    },
  }),
}

function defaultPort(textOf: (name: string) => string): string {
  return String(Number(textOf('ADMIN_PORT')) + 1)
}

function roleWords(name: string, about: About): Setting<RoleWords> {
  return setting(name, about, {
    kind: 'list',
    example: '{"care":["customer-care"],"approver":["payments-approval","payments-lead"]}',
    problemOf: (given) =>
      readRoleWords(given) ? null : `must be a JSON object of lists of words, with keys among ${STAFF_ROLES.join(', ')} and no word twice`,
    parse: (given) => ({ viewer: [], care: [], finance: [], editor: [], approver: [], ...readRoleWords(given) }),
  })
}

/** Null where it is something else. A word of two roles is a mistake: a person with several roles has several words. */
function readRoleWords(given: string): Partial<RoleWords> | null {
  const parsed = parsedJson(given)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
  const entries = Object.entries(parsed)
  const isWord = (word: unknown) => typeof word === 'string' && word.trim() !== ''
  if (!entries.every(([role, words]) => isStaffRole(role) && Array.isArray(words) && words.every(isWord))) return null
  const words: unknown[] = entries.flatMap(([, each]) => each)
  return words.length > 0 && new Set(words).size === words.length ? parsed : null
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
