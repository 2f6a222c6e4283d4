import { useRef, useState } from 'react'
import { island } from '#island'
import { MAP_ZOOM, type Coordinates } from '#features/places/coordinates.ts'
import { PlaceMap } from '#features/places/portal/place-map.tsx'
import type { MapTexts } from '#features/places/portal/place-texts.ts'
import { CodeRequestNote } from '#features/one-time-code/portal/code-request-note.tsx'
import { CodeDialogLater } from '#features/one-time-code/portal/code-dialog-later.tsx'
import type { CodeRequestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { useCodeRequest } from '#features/one-time-code/portal/use-code-request.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { goTo } from '#portal/browser/go-to.ts'
import { postFields } from '#portal/browser/post-fields.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Dialog } from '#portal/ui/messages/dialog.tsx'
import { SummaryList } from '#portal/ui/lists/summary-list.tsx'
import { saveLeadPoint } from '../contract.ts'
import type { AddressTexts } from './address-texts.ts'
import { ADDRESS_PAGE, DETAILS_PAGE } from './lead-places.ts'
import layout from './lead-layout.module.css'
import styles from './lead.module.css'

type Place = { address: string | null }
type Pin = { lat: number; lng: number }

type AddressMapProps = {
  texts: AddressTexts
  placeTexts: MapTexts
  codeTexts: CodeRequestTexts
  typedAddress: string
  /** The visitor's number, which receives the code. */
  msisdn: string
  /** Where the map begins. */
  view: Coordinates
  /** The place that a post asks the visitor to confirm. */
  firstPlace: Place | null
}

/** LEAD-4, MAP-2: with script the place is confirmed and the code requested on this page; without it each step is a post. */
function AddressMap({ texts, placeTexts, codeTexts, typedAddress, msisdn, view, firstPlace }: AddressMapProps) {
  const language = useLanguage()
  const [pin, setPin] = useState<Pin | null>(null)
  const { place, ask, close } = usePlace(firstPlace, pin)
  const request = useCodeRequest('LEAD', codeTexts)
  return (
    <>
      <Card>
        <div className={styles.address}>
          <SummaryList rows={[{ label: texts.typedAddress, value: typedAddress }]} />
        </div>
        <PlaceMap
          texts={placeTexts}
          language={language}
          label={texts.mapLabel}
          lat={view.latitude}
          lng={view.longitude}
          zoom={MAP_ZOOM.onLead}
          hasSearch
          hasCentrePin
          onLocationChanged={setPin}
        />
        <form method="post" className={layout.note} onSubmit={ask}>
          <input type="hidden" name="lat" value={pin ? pin.lat.toFixed(6) : ''} />
          <input type="hidden" name="lng" value={pin ? pin.lng.toFixed(6) : ''} />
          <CodeRequestNote isAsking={request.isAsking} refusal={request.refusal} sending={codeTexts.sending} />
          <div className={layout.buttons}>
            <ButtonLink look="quiet" href={DETAILS_PAGE}>
              {texts.back}
            </ButtonLink>
            <Button name="intent" value="continue">
              {texts.continue}
            </Button>
          </div>
        </form>
      </Card>
      <ConfirmDialog
        texts={texts}
        typedAddress={typedAddress}
        place={place}
        onClose={close}
        onConfirm={() => {
          close()
          request.ask(msisdn)
        }}
      />
      <CodeDialogLater
        code={request.code}
        purpose="LEAD"
        onVerified={() => {
          request.close()
          postFields(ADDRESS_PAGE, { intent: 'submit' })
        }}
        onClose={request.close}
        onChangeNumber={() => goTo(DETAILS_PAGE)}
      />
    </>
  )
}

/** Stores the pin by a call. Any failure is posted instead, so that the server shows it in the page. */
function usePlace(firstPlace: Place | null, pin: Pin | null) {
  const language = useLanguage()
  const [place, setPlace] = useState(firstPlace)
  const isUnderWay = useRef(false)

  async function ask(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    const [lat, lng] = pin ? [pin.lat.toFixed(6), pin.lng.toFixed(6)] : ['', '']
    const point = pin ? { lat: Number(lat), lng: Number(lng) } : { lat: null, lng: null }
    const answer = await apiClient(language, { saveLeadPoint }).saveLeadPoint(point)
    isUnderWay.current = false
    if (answer?.status === 'success') setPlace({ address: answer.result.point?.address ?? null })
    else postFields(ADDRESS_PAGE, { intent: 'continue', lat, lng })
  }
  return { place, ask, close: () => setPlace(null) }
}

type ConfirmDialogProps = {
  texts: AddressTexts
  typedAddress: string
  place: Place | null
  onClose: () => void
  onConfirm: () => void
}

/** Closing returns to the unchanged map. */
function ConfirmDialog({ texts, typedAddress, place, onClose, onConfirm }: ConfirmDialogProps) {
  return (
    <Dialog isOpen={place !== null} title={texts.confirmTitle} closeLabel={texts.close} onClose={onClose}>
      <div className={styles.answer}>
        <p>{texts.confirmText}</p>
        <SummaryList
          rows={[
            { label: texts.typedAddress, value: typedAddress },
            { label: texts.pinAt, value: place?.address ?? texts.noPin },
          ]}
        />
        <form
          method="post"
          className={layout.buttons}
          onSubmit={(event) => {
            event.preventDefault()
            onConfirm()
          }}
        >
          <ButtonLink look="quiet" href={DETAILS_PAGE}>
            {texts.edit}
          </ButtonLink>
          <Button name="intent" value="confirm" autoFocus>
            {texts.confirm}
          </Button>
        </form>
      </div>
    </Dialog>
  )
}

export default island('address-map', AddressMap)
