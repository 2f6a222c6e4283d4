import { formatXof, xof, type Xof } from '#shared/money.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { DataTable } from '#portal/ui/lists/data-table.tsx'

type Bundle = { name: string; benefits: string; validity: string; price: Xof }

const BUNDLES: Bundle[] = [
  { name: 'Jour 100 Mo', benefits: '100 Mo', validity: '24 h', price: xof(150) },
  { name: 'Semaine 1 Go', benefits: '1 Go + 50 SMS', validity: '7 jours', price: xof(1000) },
  { name: 'Mois 5 Go', benefits: '5 Go + 60 min tous réseaux', validity: '30 jours', price: xof(4500) },
  { name: 'Nuit illimitée', benefits: 'Illimité de 0 h à 5 h', validity: 'Illimité', price: xof(300) },
]

const COLUMNS = [
  { key: 'name', header: 'Forfait', isMain: true, cell: (bundle: Bundle) => bundle.name },
  { key: 'benefits', header: 'Avantages', cell: (bundle: Bundle) => bundle.benefits },
  { key: 'validity', header: 'Validité', cell: (bundle: Bundle) => bundle.validity },
  { key: 'price', header: 'Prix', align: 'end' as const, cell: (bundle: Bundle) => <strong>{formatXof(bundle.price, 'fr')}</strong> },
]

export function TableSample() {
  return (
    <Card>
      <DataTable
        caption="Forfaits Internet"
        columns={COLUMNS}
        rows={BUNDLES}
        rowKey={(bundle) => bundle.name}
        actions={{ header: 'Achat', cell: buyButton }}
      />
    </Card>
  )
}

function buyButton(bundle: Bundle) {
  return (
    <Button type="button" look="quiet" isSmall aria-label={`Acheter ${bundle.name}`}>
      Acheter
    </Button>
  )
}
