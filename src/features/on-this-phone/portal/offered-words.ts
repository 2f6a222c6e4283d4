import type { ContentPackages } from '#portal/texts/content-packages.ts'

export type OfferedNumbersWords = Pick<
  ContentPackages['phone-translation'],
  'offeredTitle' | 'manage' | 'chosenNumber' | 'removeNumber' | 'removedNumber'
>
