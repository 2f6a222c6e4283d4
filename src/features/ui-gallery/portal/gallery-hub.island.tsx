import { useState } from 'react'
import { island } from '#island'
import { Accordion } from '#portal/ui/choices/accordion.tsx'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import { SummaryList } from '#portal/ui/lists/summary-list.tsx'
import { SAMPLE_ICONS } from './sample-icons.ts'
import styles from './gallery.module.css'

const METHODS = [
  {
    value: 'card',
    heading: 'Carte bancaire',
    hint: 'Visa, Mastercard',
    icon: <Icon path={SAMPLE_ICONS.card} />,
    content: (
      <>
        <Field label="E-mail pour le reçu" name="receipt" input={{ type: 'email', autoComplete: 'email' }} />
        <Button type="button" isWide>
          Payer 1 000 F CFA
        </Button>
      </>
    ),
  },
  {
    value: 'airtime',
    heading: 'Crédit',
    hint: 'Solde de votre ligne',
    icon: <Icon path={SAMPLE_ICONS.phone} />,
    content: <MobileNumberField label="Ligne qui paie" name="payer" />,
  },
  {
    value: 'money',
    heading: 'Ténéré Money',
    hint: 'Une demande arrive sur votre téléphone',
    icon: <Icon path={SAMPLE_ICONS.wallet} />,
    content: <MobileNumberField label="Compte qui paie" name="wallet" />,
  },
]

function HubSample() {
  const [method, setMethod] = useState('card')
  return (
    <div className={styles.pair}>
      <Card heading="Moyens de paiement">
        <Accordion name="method" items={METHODS.map((item) => Object.assign({ isOpen: item.value === method }, item))} onOpen={setMethod} />
      </Card>
      <Card heading="Votre achat">
        <SummaryList
          rows={[
            { label: 'Achat', value: 'Recharge en ligne' },
            { label: 'Numéro', value: '90 00 00 01' },
            { label: 'Description', value: 'Crédit prépayé pour une ligne Ténéré Mobile' },
          ]}
          total={{ label: 'Total', value: '1 000 F CFA' }}
        />
      </Card>
    </div>
  )
}

export default island('gallery-hub', HubSample)
