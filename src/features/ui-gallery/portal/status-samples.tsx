import { Card } from '#portal/ui/frame/card.tsx'
import { Stamp } from '#portal/ui/signs/stamp.tsx'
import { Timeline } from '#portal/ui/lists/timeline.tsx'
import styles from './gallery.module.css'

const STATE_WORDS = { done: 'Fait :', now: 'En cours :', todo: 'À venir :', failed: 'Échec :' }

const ENDINGS = [
  { kind: 'good', words: 'Merci, c’est réussi' },
  { kind: 'wait', words: 'Paiement en cours' },
  { kind: 'warn', words: 'Payé, livraison en retard' },
  { kind: 'bad', words: 'Non payé, rien n’a été débité' },
] as const

export function StatusSamples() {
  return (
    <>
      <div className={styles.pair}>
        {ENDINGS.map(({ kind, words }) => (
          <Card key={kind} isCentred>
            <Stamp kind={kind} />
            <h2>{words}</h2>
            <p className={styles.amount}>1 000 F CFA</p>
            <p className={styles.soft}>Référence TX7K-2M9Q-4R</p>
          </Card>
        ))}
      </div>
      <div className={styles.pair}>
        <Card heading="Suivi d’un paiement">
          <Timeline
            stateWords={STATE_WORDS}
            steps={[
              { label: 'Demande enregistrée', detail: '14:02:11', state: 'done' },
              { label: 'Paiement reçu par carte (DPO Pay)', detail: '14:02:48', state: 'done' },
              { label: 'Livraison du crédit', detail: 'En général quelques secondes', state: 'now' },
              { label: 'SMS de confirmation', state: 'todo' },
            ]}
          />
        </Card>
        <Card heading="Suivi d’un échec">
          <Timeline
            stateWords={STATE_WORDS}
            steps={[
              { label: 'Demande enregistrée', detail: '14:02:11', state: 'done' },
              { label: 'Paiement refusé par la banque', detail: '14:02:48 · rien n’a été débité', state: 'failed' },
            ]}
          />
        </Card>
      </div>
    </>
  )
}
