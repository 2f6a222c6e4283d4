import type { Store } from './journal-store.ts'

const SERVICE = '/orp/bfe/api/portal-service/transaction/v1'

/** Providers that have one configured URL of the portal instead of one in each request. */
const ON_FILE = {
  paystack: `${SERVICE}/notice/paystack`,
  dpo: `${SERVICE}/notice/dpo`,
  uba: `${SERVICE}/callback/uba`,
  'airtel-money': `${SERVICE}/notice/airtel-money`,
  pispi: `${SERVICE}/notice/pispi`,
} as const
export type AddressOnFile = keyof typeof ON_FILE
export const ADDRESSES_ON_FILE: readonly AddressOnFile[] = ['paystack', 'dpo', 'uba', 'airtel-money', 'pispi']

/** Where the portal is reached from the pretend world. */
export type PortalAddresses = {
  url: string
  onFile(provider: AddressOnFile): string
  register(provider: AddressOnFile, address: string): void
}

export function createPortalAddresses({ store, portalUrl }: { store: Store; portalUrl: string }): PortalAddresses {
  const registered = store.collection<{ address: string }>('portal-addresses')
  const base = portalUrl.replace(/\/+$/, '')
  return {
    url: portalUrl,
    onFile: (provider) => registered.get(provider)?.address ?? base + ON_FILE[provider],
    register: (provider, address) => registered.put(provider, { address }),
  }
}
