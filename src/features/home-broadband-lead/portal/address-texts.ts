import type { ContentPackages } from '#features/site-content/content-packages.ts'
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

/** The texts of the map and its confirmation. */
export const addressTexts = (texts: ContentPackages['hbb-lead-translation']) => pickTexts(texts, ADDRESS_TEXTS)
export type AddressTexts = ReturnType<typeof addressTexts>
