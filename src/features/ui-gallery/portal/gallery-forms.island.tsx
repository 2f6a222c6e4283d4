import { useState } from 'react'
import { island } from '#island'
import { formatXof, parseXof, xof } from '#shared/money.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import { MoneyField } from '#portal/ui/fields/money-field.tsx'
import styles from './gallery.module.css'

const QUICK_PICKS = [500, 1000, 2000, 5000].map(xof)

function FormSamples() {
  return (
    <div className={styles.pair}>
      <Card heading="Recharge">
        <RechargeForm />
      </Card>
      <Card heading="Champs et boutons">
        <MobileNumberField label="Numéro du modem" name="modem" hint="Huit chiffres, sans le +227" />
        <Field
          label="Adresse e-mail"
          name="email"
          problem={'Vouliez-vous dire amina@gmail.com\u00a0?'}
          input={{ type: 'email', autoComplete: 'email', defaultValue: 'amina@gmial.com' }}
        />
        <div className={styles.row}>
          <Button type="button" look="quiet">
            Annuler
          </Button>
          <Button type="button" look="quiet" isSmall>
            Acheter
          </Button>
          <Button type="button" disabled>
            Continuer
          </Button>
          <ButtonLink href="/" look="quiet" isSmall>
            Accueil
          </ButtonLink>
        </div>
      </Card>
    </div>
  )
}

function RechargeForm() {
  const [amount, setAmount] = useState(parseXof('1000'))
  return (
    <>
      <MobileNumberField label="Numéro à recharger" defaultValue="90 00 00 01" confirmation="Ligne prépayée Ténéré Mobile" />
      <MoneyField
        label="Montant"
        suffix="F CFA"
        hint="De 100 à 100 000 F CFA"
        quickPicks={QUICK_PICKS}
        defaultAmount={xof(1000)}
        onTyped={(text) => setAmount(parseXof(text))}
      />
      <Button type="button" isWide disabled={amount === null}>
        {amount === null ? 'Acheter du crédit' : `Acheter ${formatXof(amount, 'fr')} de crédit`}
      </Button>
    </>
  )
}

export default island('gallery-forms', FormSamples)
