/** The card gateways this portal uses. In the sandbox all four are connected; in production those that are configured. */
export type GatewaySettings = {
  paystack: { url: string; secretKey: string; publicKey: string } | null
  dpo: { url: string; companyToken: string; serviceType: string } | null
  tingg: { url: string; apiKey: string; clientId: string; clientSecret: string; serviceCode: string } | null
  uba: { url: string; merchantId: string; serviceKey: string } | null
}

type Env = Readonly<Record<string, string | undefined>>

const SANDBOX_DEFAULTS = {
  PAYSTACK_SECRET_KEY: 'sk_test_guichet_sandbox',
  PAYSTACK_PUBLIC_KEY: 'pk_test_guichet_sandbox',
  DPO_COMPANY_TOKEN: '8D3DA73D-9D7F-4E09-96D4-3D44E7A83EA3',
  DPO_SERVICE_TYPE: '3854',
  TINGG_API_KEY: 'tingg-sandbox-api-key',
  TINGG_CLIENT_ID: 'guichet',
  TINGG_CLIENT_SECRET: 'tingg-sandbox-secret',
  TINGG_SERVICE_CODE: 'GUICHET',
  UBA_MERCHANT_ID: 'GUICHETNE',
  UBA_SERVICE_KEY: 'uba-sandbox-key',
} as const

const REAL_ADDRESSES = {
  PAYSTACK_URL: 'https://api.paystack.co',
  DPO_URL: 'https://secure.3gdirectpay.com',
  TINGG_URL: 'https://api.tingg.africa',
  UBA_URL: 'https://ucollect.ubagroup.com/cipg-payportal',
} as const

const SANDBOX_PATHS = { PAYSTACK_URL: 'paystack', DPO_URL: 'dpo', TINGG_URL: 'tingg', UBA_URL: 'uba/cipg-payportal' } as const

/** A gateway of which only a part is set is a mistake, told in one sentence. */
export function readGatewaySettings(env: Env, sandboxUrl: URL | null): GatewaySettings | { problem: string } {
  const value = (name: keyof typeof SANDBOX_DEFAULTS) => env[name] ?? (sandboxUrl ? SANDBOX_DEFAULTS[name] : '')
  const address = (name: keyof typeof REAL_ADDRESSES) =>
    env[name] ?? (sandboxUrl ? `${sandboxUrl.origin}/sandbox/${SANDBOX_PATHS[name]}` : REAL_ADDRESSES[name])
  const half = halfConfigured(env, sandboxUrl)
  if (half) return { problem: `${half} must be set together with the other settings of its gateway` }
  const isOn = (name: keyof typeof SANDBOX_DEFAULTS) => value(name) !== ''
  return {
    paystack: isOn('PAYSTACK_SECRET_KEY')
      ? { url: address('PAYSTACK_URL'), secretKey: value('PAYSTACK_SECRET_KEY'), publicKey: value('PAYSTACK_PUBLIC_KEY') }
      : null,
    dpo: isOn('DPO_COMPANY_TOKEN')
      ? { url: address('DPO_URL'), companyToken: value('DPO_COMPANY_TOKEN'), serviceType: value('DPO_SERVICE_TYPE') }
      : null,
    tingg: isOn('TINGG_API_KEY')
      ? {
          url: address('TINGG_URL'),
          apiKey: value('TINGG_API_KEY'),
          clientId: value('TINGG_CLIENT_ID'),
          clientSecret: value('TINGG_CLIENT_SECRET'),
          serviceCode: value('TINGG_SERVICE_CODE'),
        }
      : null,
    uba: isOn('UBA_MERCHANT_ID')
      ? { url: address('UBA_URL'), merchantId: value('UBA_MERCHANT_ID'), serviceKey: value('UBA_SERVICE_KEY') }
      : null,
  }
}

function halfConfigured(env: Env, sandboxUrl: URL | null): string | null {
  if (sandboxUrl) return null
  const names = Object.keys(SANDBOX_DEFAULTS)
  return names.find((name) => !env[name] && names.some((other) => other.split('_')[0] === name.split('_')[0] && env[other])) ?? null
}
