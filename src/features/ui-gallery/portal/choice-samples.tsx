import { useSearchParams } from 'react-router'
import { Card } from '#portal/ui/card.tsx'
import { ChoiceChips } from '#portal/ui/choice-chips.tsx'
import { FilterChips } from '#portal/ui/filter-chips.tsx'
import { Icon } from '#portal/ui/icon.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { Tabs } from '#portal/ui/tabs.tsx'
import { SAMPLE_ICONS } from './sample-icons.ts'
import styles from './gallery.module.css'

const TABS = [
  { value: 'internet', label: 'Internet', icon: <Icon path={SAMPLE_ICONS.data} /> },
  { value: 'calls', label: 'Appels', icon: <Icon path={SAMPLE_ICONS.call} /> },
  { value: 'sms', label: 'SMS', icon: <Icon path={SAMPLE_ICONS.sms} /> },
  { value: 'international', label: 'International', icon: <Icon path={SAMPLE_ICONS.world} /> },
  { value: 'roaming', label: 'Roaming', icon: <Icon path={SAMPLE_ICONS.phone} /> },
]

const PERIODS = [
  { value: 'all', label: 'Tous' },
  { value: 'day', label: 'Jour' },
  { value: 'week', label: 'Semaine' },
  { value: 'month', label: 'Mois' },
]

const LINES = [
  { value: 'prepaid', label: 'Prépayé' },
  { value: 'postpaid', label: 'Postpayé' },
  { value: 'broadband', label: 'Modem' },
]

/** The choice lives in the address: it survives a reload and works before script arrives. */
export function ChoiceSamples() {
  const [chosen, setChosen] = useSearchParams()
  const tab = chosen.get('tab') ?? 'internet'
  const period = chosen.get('period') ?? 'all'
  const withChoice = (name: string, value: string) => {
    const next = new URLSearchParams(chosen)
    next.set(name, value)
    return next
  }
  const choose = (name: string) => (value: string) => setChosen(withChoice(name, value), { replace: true, preventScrollReset: true })
  return (
    <div className={styles.pair}>
      <Card heading="Onglets et filtres">
        <Tabs
          label="Catégorie"
          tabs={TABS}
          value={tab}
          hrefOf={(value) => `?${withChoice('tab', value).toString()}`}
          onSelect={choose('tab')}
        >
          <div className={styles.gap}>
            <FilterChips
              label="Durée"
              choices={PERIODS}
              value={period}
              hrefOf={(value) => `?${withChoice('period', value).toString()}`}
              onChoose={choose('period')}
            />
          </div>
          <p>
            Onglet « {tab} », durée « {period} ».
          </p>
        </Tabs>
      </Card>
      <Card heading="Choix et attente">
        <ChoiceChips legend="Type de ligne" name="type" defaultValue="prepaid" choices={LINES} />
        <Skeleton label="Les forfaits arrivent" lines={4} />
      </Card>
    </div>
  )
}
