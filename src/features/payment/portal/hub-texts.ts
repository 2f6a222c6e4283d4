import type { ContentPackages } from '#portal/texts/content-packages.ts'

export type HubTexts = ContentPackages['payment-translation']
export type WalletTexts = ContentPackages['wallet-translation']
