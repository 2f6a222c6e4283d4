/** The wallets this portal takes payments from. In the sandbox all three are connected; in production those that are configured. */
export type WalletSettings = {
  money: GsmaWallet | null
  smartcash: GsmaWallet | null
  mpesa: { url: string; consumerKey: string; consumerSecret: string; shortCode: string; passkey: string } | null
}

type GsmaWallet = { url: string; apiKey: string; merchant: string }
type Env = Readonly<Record<string, string | undefined>>

const SANDBOX_DEFAULTS = {
  MONEY_API_KEY: 'money-sandbox-key',
  MONEY_MERCHANT: 'GUICHET',
  SMARTCASH_API_KEY: 'smartcash-sandbox-key',
  SMARTCASH_MERCHANT: 'GUICHET',
  MPESA_CONSUMER_KEY: 'daraja-sandbox-key',
  MPESA_CONSUMER_SECRET: 'daraja-sandbox-secret',
  MPESA_SHORT_CODE: '600227',
  MPESA_PASSKEY: 'daraja-sandbox-passkey',
} as const

const SANDBOX_PATHS = { MONEY_URL: 'momo/1.2/mm', SMARTCASH_URL: 'smartcash/1.2/mm', MPESA_URL: 'daraja' } as const

/** Wallets of this standard have no address that everybody shares: each operator has its own. */
const REAL_ADDRESSES = { MONEY_URL: '', SMARTCASH_URL: '', MPESA_URL: 'https://api.safaricom.co.ke' } as const

/** A wallet of which only a part is set is a mistake, told in one sentence. */
export function readWalletSettings(env: Env, sandboxUrl: URL | null): WalletSettings | { problem: string } {
  const value = (name: keyof typeof SANDBOX_DEFAULTS) => env[name] ?? (sandboxUrl ? SANDBOX_DEFAULTS[name] : '')
  const address = (name: keyof typeof SANDBOX_PATHS) =>
    env[name] ?? (sandboxUrl ? `${sandboxUrl.origin}/sandbox/${SANDBOX_PATHS[name]}` : REAL_ADDRESSES[name])
  const half = halfConfigured(env, sandboxUrl)
  if (half) return { problem: `${half} must be set together with the other settings of its wallet` }
  const wrong = (['MONEY_URL', 'SMARTCASH_URL', 'MPESA_URL'] as const).find((name) => env[name] && !isAddress(env[name]))
  if (wrong) return { problem: `${wrong} must be an http or https address, not '${env[wrong]}'` }
  const gsmaWallet = (name: 'MONEY' | 'SMARTCASH'): GsmaWallet | null =>
    value(`${name}_API_KEY`) === ''
      ? null
      : { url: address(`${name}_URL`), apiKey: value(`${name}_API_KEY`), merchant: value(`${name}_MERCHANT`) }
  return {
    money: gsmaWallet('MONEY'),
    smartcash: gsmaWallet('SMARTCASH'),
    mpesa:
      value('MPESA_CONSUMER_KEY') === ''
        ? null
        : {
            url: address('MPESA_URL'),
            consumerKey: value('MPESA_CONSUMER_KEY'),
            consumerSecret: value('MPESA_CONSUMER_SECRET'),
            shortCode: value('MPESA_SHORT_CODE'),
            passkey: value('MPESA_PASSKEY'),
          },
  }
}

function isAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

/** M-Pesa's address has a default, the others have none. */
function halfConfigured(env: Env, sandboxUrl: URL | null): string | null {
  if (sandboxUrl) return null
  const names = [...Object.keys(SANDBOX_DEFAULTS), 'MONEY_URL', 'SMARTCASH_URL']
  const walletOf = (name: string) => name.split('_')[0]
  return names.find((name) => !env[name] && names.some((other) => walletOf(other) === walletOf(name) && env[other])) ?? null
}
