import { useState } from 'react'
import { island } from '#island'
import { replaceAddress } from '#portal/browser/replace-address.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { ChoiceChips } from '#portal/ui/choices/choice-chips.tsx'
import { FilterChips } from '#portal/ui/choices/filter-chips.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { Skeleton } from '#portal/ui/messages/skeleton.tsx'
import { Tabs } from '#portal/ui/choices/tabs.tsx'
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

type Choice = { tab: string; period: string }

/** The choice lives in the address: it survives a reload and works before script arrives. */
function ChoiceSamples({ first }: { first: Choice }) {
  const [{ tab, period }, setChosen] = useState(first)
  const addressOf = (choice: Partial<Choice>) => `/ui-gallery?${new URLSearchParams({ tab, period, ...choice }).toString()}`
  function choose(choice: Partial<Choice>) {
    setChosen({ tab, period, ...choice })
    replaceAddress(addressOf(choice))
  }
  return (
    <div className={styles.pair}>
      <Card heading="Onglets et filtres">
        <Tabs
          label="Catégorie"
          tabs={TABS}
          value={tab}
          hrefOf={(value) => addressOf({ tab: value })}
          onSelect={(value) => choose({ tab: value })}
        >
          <div className={styles.gap}>
            <FilterChips
              label="Durée"
              choices={PERIODS}
              value={period}
              hrefOf={(value) => addressOf({ period: value })}
              onChoose={(value) => choose({ period: value })}
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

export default island('gallery-choices', ChoiceSamples)
