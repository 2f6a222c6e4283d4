import type { ContentPackages } from '#portal/texts/content-packages.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'

const ADDRESS_TEXTS = [
  'typedAddress',
  'mapLabel',
  'back',
  'continue',
  'confirmTitle',
  'confirmText',
  'confirm',
  'edit',
  'close',
  'pinAt',
  'noPin',
] as const

/** What the map and its question say. */
export const addressTexts = (texts: ContentPackages['hbb-lead-translation']) => pickTexts(texts, ADDRESS_TEXTS)
export type AddressTexts = ReturnType<typeof addressTexts>
