import type { ShownBundle } from '#features/bundles/contract.ts'
import { BundleTable } from '#features/bundles/portal/bundle-table.tsx'
import type { BundleTexts } from '#features/bundles/portal/bundle-texts.ts'
import { Card } from '#portal/ui/frame/card.tsx'

const JUST_DATA = { category: 'data', validityUnit: 'day', periodType: 'Day', dataUnit: 'GB' } as const

const BUNDLES: ShownBundle[] = [
  { ...JUST_DATA, productCode: 'A', name: 'Jour 1 Go', data: 1, validity: 1, amount: 500, isPopular: true },
  { ...JUST_DATA, productCode: 'B', name: 'Semaine 2 Go', data: 2, validity: 7, amount: 1500, isPopular: true },
  { ...JUST_DATA, productCode: 'C', name: 'Nuit illimitée', data: -1, validity: 7, validityUnit: 'hour', amount: 600 },
  { ...JUST_DATA, productCode: 'D', name: 'Sans fin 5 Go', data: 5, validity: -1, amount: 6000 },
  { ...JUST_DATA, productCode: 'E', name: 'Tout compris mois', data: 5, voice: 200, sms: 200, validity: 30, amount: 12_500 },
]

export function BundleSamples({ texts }: { texts: BundleTexts }) {
  return (
    <Card heading="Forfaits">
      <BundleTable label="Forfaits" texts={texts} bundles={BUNDLES} popular={2} canBuy />
    </Card>
  )
}
