import { OPERATOR_PROFILES, type OperatorProfileName } from '#operator/operator-profiles.ts'

/** Where the outside world is and how we are known there. In the sandbox everything has a default; in production nothing has. */
export type OutsideSettings = {
  operator: { url: URL; profile: OperatorProfileName; clientId: string; clientSecret: string; apiKey: string }
  sms: { url: URL; username: string; password: string; from: string }
}

type Env = Readonly<Record<string, string | undefined>>

const SANDBOX_DEFAULTS = {
  OPERATOR_CLIENT_ID: 'guichet',
  OPERATOR_CLIENT_SECRET: 'sandbox-operator',
  OPERATOR_API_KEY: 'sandbox-odd-key',
  SMS_USERNAME: 'guichet',
  SMS_PASSWORD: 'sandbox-sms',
  SMS_FROM: '300',
} as const

const ADDRESSES = ['OPERATOR_URL', 'SMS_URL'] as const

export function readOutsideSettings(env: Env, sandboxUrl: URL | null): OutsideSettings | { problem: string } {
  const missing = [...ADDRESSES, ...neededNames(env)].find((name) => !sandboxUrl && !env[name])
  if (missing) return { problem: `${missing} must be set in production` }
  const wrong = ADDRESSES.find((name) => env[name] && !/^https?:$/.test(URL.parse(env[name])?.protocol ?? ''))
  if (wrong) return { problem: `${wrong} must be an http or https address, not '${env[wrong]}'` }
  const profile = env.OPERATOR_PROFILE ?? 'tmf-v4'
  if (!isProfile(profile))
    return { problem: `OPERATOR_PROFILE must be one of ${Object.keys(OPERATOR_PROFILES).join(', ')}, not '${profile}'` }
  const text = (name: keyof typeof SANDBOX_DEFAULTS) => env[name] ?? (sandboxUrl ? SANDBOX_DEFAULTS[name] : '')
  const address = (name: (typeof ADDRESSES)[number]) => new URL(env[name] ?? sandboxUrl ?? '')
  return {
    operator: {
      url: address('OPERATOR_URL'),
      profile,
      clientId: text('OPERATOR_CLIENT_ID'),
      clientSecret: text('OPERATOR_CLIENT_SECRET'),
      apiKey: text('OPERATOR_API_KEY'),
    },
    sms: { url: address('SMS_URL'), username: text('SMS_USERNAME'), password: text('SMS_PASSWORD'), from: text('SMS_FROM') },
  }
}

/** A profile needs either a client with its secret or a key. */
function neededNames(env: Env): (keyof typeof SANDBOX_DEFAULTS)[] {
  const forOperator =
    env.OPERATOR_PROFILE === 'odd' ? (['OPERATOR_API_KEY'] as const) : (['OPERATOR_CLIENT_ID', 'OPERATOR_CLIENT_SECRET'] as const)
  return [...forOperator, 'SMS_USERNAME', 'SMS_PASSWORD', 'SMS_FROM']
}

function isProfile(text: string): text is OperatorProfileName {
  return Object.prototype.hasOwnProperty.call(OPERATOR_PROFILES, text)
}
