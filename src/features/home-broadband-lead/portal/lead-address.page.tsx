import { useState } from 'react'
import { data, Form, redirect, useNavigation, useSubmit } from 'react-router'
import { COORDINATE_PATTERN, MAP_CENTRE, MAP_ZOOM } from '#features/places/coordinates.ts'
import { PlaceMap } from '#features/places/portal/place-map.tsx'
import { MAP_TEXTS } from '#features/places/portal/place-texts.ts'
import { isFailure } from '#shared/reply.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import { formText } from '#portal/form-text.ts'
import { useLanguage } from '#portal/frame-context.ts'
import { pickTexts } from '#portal/pick-texts.ts'
import { portalApi } from '#portal/page-context.ts'
import { metaTags, readContent, readPageMeta } from '#portal/texts.ts'
import { Button, ButtonLink } from '#portal/ui/button.tsx'
import { Card } from '#portal/ui/card.tsx'
import { Dialog } from '#portal/ui/dialog.tsx'
import { Notification } from '#portal/ui/notification.tsx'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import { SummaryList } from '#portal/ui/summary-list.tsx'
import type { Route } from './+types/lead-address.page.ts'
import { CodeStep } from './code-step.tsx'
import { NOTHING_SAID, type LeadAnswer } from './lead-answer.ts'
import { actOnCode, askCode, CODE_INTENTS } from './lead-code.ts'
import { NotSent } from './not-sent.tsx'
import { readDraft } from './read-lead.ts'
import styles from './lead.module.css'

const DETAILS_PAGE = '/hbb-lead/details'

export async function loader({ context }: Route.LoaderArgs) {
  const [texts, placeTexts, meta, { values, point }] = await Promise.all([
    readContent(context, 'hbb-lead-translation'),
    readContent(context, 'places-translation'),
    readPageMeta(context, '/hbb-lead'),
    readDraft(context),
  ])
  if (!values) throw redirect(DETAILS_PAGE)
  const typedAddress = [values.installationAddress, values.landmark, values.town].filter(Boolean).join(', ')
  const loaded = { texts, placeTexts: pickTexts(placeTexts, MAP_TEXTS), meta, typedAddress, point }
  return data(loaded, { headers: { 'cache-control': 'no-store' } })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

/** Continue asks whether this is the place; Confirm sends the code. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const intent = formText(form, 'intent')
  if (CODE_INTENTS.includes(intent)) return actOnCode(context, form)
  if (intent === 'continue') {
    const answer = await context.get(portalApi).saveLeadPoint(pointOf(formText(form, 'lat'), formText(form, 'lng')))
    if (isFailure(answer)) return data<LeadAnswer>({ ...NOTHING_SAID, message: answer.message }, { status: 422 })
    return data<LeadAnswer>({ ...NOTHING_SAID, place: { address: answer.result.point?.address ?? null } })
  }
  const { values } = await readDraft(context)
  if (!values?.msisdn) return redirect(DETAILS_PAGE)
  return data<LeadAnswer>({ ...NOTHING_SAID, code: await askCode(context, { msisdn: values.msisdn, purpose: 'LEAD' }) })
}

/** Without a map nothing was pinned, and the typed address is enough. */
function pointOf(latText: string, lngText: string): { lat: number | null; lng: number | null } {
  const pattern = new RegExp(COORDINATE_PATTERN)
  return pattern.test(latText) && pattern.test(lngText) ? { lat: Number(latText), lng: Number(lngText) } : { lat: null, lng: null }
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.meta)

/** LEAD-4, MAP-2 */
export default function LeadAddressPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, placeTexts, typedAddress, point } = loaderData
  const language = useLanguage()
  const submit = useSubmit()
  const answered = actionData ?? NOTHING_SAID
  const isBusy = useNavigation().state !== 'idle'
  const [pin, setPin] = useState<{ lat: number; lng: number } | null>(null)
  const view = point ?? MAP_CENTRE
  return (
    <>
      <PageHeading isNarrow title={texts.addressTitle} lead={texts.addressLead} />
      <PageBody isNarrow>
        <NotSent texts={texts} answered={answered} />
        {!point && <Notification kind="info">{texts.addressNotFound}</Notification>}
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
            posterSpots={point ? [point] : []}
            hasSearch
            hasCentrePin
            onLocationChanged={setPin}
          />
          <Form method="post" className={styles.note}>
            <input type="hidden" name="lat" value={pin ? pin.lat.toFixed(6) : ''} />
            <input type="hidden" name="lng" value={pin ? pin.lng.toFixed(6) : ''} />
            <div className={styles.buttons}>
              <ButtonLink look="quiet" href={DETAILS_PAGE}>
                {texts.back}
              </ButtonLink>
              <Button name="intent" value="continue" disabled={isBusy}>
                {texts.continue}
              </Button>
            </div>
          </Form>
        </Card>
      </PageBody>
      <ConfirmDialog texts={texts} typedAddress={typedAddress} place={answered.place} />
      <CodeStep code={answered.code} purpose="LEAD" onVerified={(proof) => void submit({ intent: 'submit', proof }, { method: 'post' })} />
    </>
  )
}

type ConfirmDialogProps = { texts: ContentPackages['hbb-lead-translation']; typedAddress: string; place: LeadAnswer['place'] }

/** Each answer of the server asks anew; closing it goes back to the map as it stands. */
function ConfirmDialog({ texts, typedAddress, place }: ConfirmDialogProps) {
  const [closed, setClosed] = useState<LeadAnswer['place']>(null)
  return (
    <Dialog
      isOpen={place !== null && place !== closed}
      title={texts.confirmTitle}
      closeLabel={texts.close}
      onClose={() => setClosed(place)}
    >
      <div className={styles.answer}>
        <p>{texts.confirmText}</p>
        <SummaryList
          rows={[
            { label: texts.typedAddress, value: typedAddress },
            { label: texts.pinAt, value: place?.address ?? texts.noPin },
          ]}
        />
        <Form method="post" className={styles.buttons}>
          <ButtonLink look="quiet" href={DETAILS_PAGE}>
            {texts.edit}
          </ButtonLink>
          <Button name="intent" value="confirm" autoFocus>
            {texts.confirm}
          </Button>
        </Form>
      </div>
    </Dialog>
  )
}
