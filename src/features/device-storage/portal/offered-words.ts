import type { ContentPackages } from '#features/site-content/content-packages.ts'

export type OfferedNumbersWords = Pick<
  ContentPackages['phone-translation'],
  'offeredTitle' | 'manage' | 'chosenNumber' | 'removeNumber' | 'removedNumber'
>
