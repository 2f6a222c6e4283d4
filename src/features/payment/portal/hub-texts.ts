import type { ContentPackages } from '#features/site-content/content-packages.ts'

export type HubTexts = ContentPackages['payment-translation']
export type WalletTexts = ContentPackages['wallet-translation']
