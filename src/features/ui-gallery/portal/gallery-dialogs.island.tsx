import { useState } from 'react'
import { island } from '#island'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Countdown } from '#portal/ui/messages/countdown.tsx'
import { Dialog } from '#portal/ui/messages/dialog.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { Stamp } from '#portal/ui/signs/stamp.tsx'
import styles from './gallery.module.css'

const RESEND_MS = 60_000
const PROCESSING_MS = 5000

function DialogSamples() {
  return (
    <Card heading="Fenêtres">
      <div className={styles.row}>
        <CodeDialog />
        <ProcessingDialog />
      </div>
    </Card>
  )
}

function CodeDialog() {
  const [deadlineMs, setDeadlineMs] = useState<number | null>(null)
  const close = () => setDeadlineMs(null)
  return (
    <>
      <Button type="button" look="quiet" data-held onClick={() => setDeadlineMs(Date.now() + RESEND_MS)}>
        Saisir le code
      </Button>
      <Dialog isOpen={deadlineMs !== null} title="Code reçu par SMS" closeLabel="Fermer" onClose={close}>
        <p>Nous avons envoyé un code à six chiffres au 90 •• •• 01.</p>
        <Field label="Code" name="code" input={{ inputMode: 'numeric', autoComplete: 'one-time-code', autoFocus: true, maxLength: 6 }} />
        <p className={styles.soft}>
          <Countdown deadlineMs={deadlineMs ?? 0} words={(seconds) => `Vous pourrez demander un nouveau code dans ${seconds} s.`} />
        </p>
        <Button type="button" isWide onClick={close}>
          Valider
        </Button>
      </Dialog>
    </>
  )
}

function ProcessingDialog() {
  const [isOpen, setOpen] = useState(false)
  function open() {
    setOpen(true)
    setTimeout(() => setOpen(false), PROCESSING_MS)
  }
  return (
    <>
      <Button type="button" look="quiet" data-held onClick={open}>
        Paiement en cours
      </Button>
      <Dialog isOpen={isOpen} title="Regardez votre téléphone" onClose={() => setOpen(false)}>
        <Stamp kind="wait" />
        <p>Acceptez la demande avec votre code secret. Ne revenez pas en arrière : rien n’est débité deux fois.</p>
      </Dialog>
    </>
  )
}

export default island('gallery-dialogs', DialogSamples)
