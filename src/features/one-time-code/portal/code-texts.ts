import type { ContentPackages } from '#portal/content-packages.ts'

export type CodeTexts = ContentPackages['otp-translation']
