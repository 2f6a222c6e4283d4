import { requestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { readCodeTexts } from '#features/one-time-code/portal/read-code-texts.ts'
import { COORDINATE_PATTERN } from '#features/places/coordinates.ts'
import { MAP_CENTRE } from '#features/places/operator-map.ts'
import { MapPoster } from '#features/places/portal/map-poster.tsx'
import { MAP_TEXTS } from '#features/places/portal/place-texts.ts'
import { isFailure } from '#shared/failure.ts'
import { formText } from '#portal/page/form-text.ts'
import { page, type Redisplay, type PageRequest, type PostedForm, Redirect } from '#portal/page/page.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import AddressMap from './address-map.island.tsx'
import { addressTexts } from './address-texts.ts'
import type { LeadAnswer } from './lead-answer.ts'
import { actOnCode, askCode, CODE_INTENTS } from './lead-code.ts'
import { ADDRESS_PAGE, DETAILS_PAGE, PLAN_PAGE } from './lead-places.ts'
import { NotSent } from './not-sent.tsx'
import { PlainCode } from './plain-code.tsx'
import { readDraft } from './read-lead.ts'

/** LEAD-4, MAP-2 */
export default page(ADDRESS_PAGE, {
  load: readAddressPage,
  action: takeAddress,
  tags: ({ tags }) => tags,
  // The page contains typed details, so no cache may store it.
  response: () => ({ headers: { 'cache-control': 'no-store' } }),
  View({ data: { texts, placeTexts, codeTexts, typedAddress, msisdn, point }, answer }) {
    return (
      <>
        <PageHeading title={texts.addressTitle} lead={texts.addressLead} />
        <PageBody isNarrow>
          <NotSent texts={texts} codeTexts={codeTexts} answer={answer} />
          {!point && <Notification kind="info">{texts.addressNotFound}</Notification>}
          <AddressMap
            texts={addressTexts(texts)}
            placeTexts={pickTexts(placeTexts, MAP_TEXTS)}
            codeTexts={requestTexts(codeTexts)}
            typedAddress={typedAddress}
            msisdn={msisdn}
            view={point ?? MAP_CENTRE}
            firstPlace={answer?.place ?? null}
          >
            <MapPoster spots={point ? [point] : []} />
          </AddressMap>
        </PageBody>
        <PlainCode code={answer?.code} texts={codeTexts} />
      </>
    )
  },
})

async function readAddressPage(request: PageRequest) {
  const [texts, placeTexts, codeTexts, tags, { values, point }] = await Promise.all([
    readContent(request, 'hbb-lead-translation'),
    readContent(request, 'places-translation'),
    readCodeTexts(request),
    readPageMeta(request, PLAN_PAGE),
    readDraft(request),
  ])
  if (!values?.msisdn) throw new Redirect(DETAILS_PAGE)
  const typedAddress = [values.installationAddress, values.landmark, values.town].filter(Boolean).join(', ')
  return { texts, placeTexts, codeTexts, tags, typedAddress, msisdn: values.msisdn, point }
}

/** Continue asks for confirmation of the place; Confirm sends the code. */
async function takeAddress(request: PageRequest, form: PostedForm): Promise<Redirect | Redisplay<LeadAnswer>> {
  const intent = formText(form, 'intent')
  if (CODE_INTENTS.includes(intent)) return actOnCode(request, form)
  if (intent === 'continue') {
    const answer = await request.api.saveLeadPoint(pointOf(formText(form, 'lat'), formText(form, 'lng')))
    if (isFailure(answer)) return { redisplay: { message: answer.message } }
    return { redisplay: { place: { address: answer.result.point?.address ?? null } } }
  }
  const { values } = await readDraft(request)
  if (!values?.msisdn) return new Redirect(DETAILS_PAGE)
  return { redisplay: { code: await askCode(request, { msisdn: values.msisdn, purpose: 'LEAD' }) } }
}

/** Without a map there is no pin, and the typed address is enough. */
function pointOf(latText: string, lngText: string): { lat: number | null; lng: number | null } {
  const pattern = new RegExp(COORDINATE_PATTERN)
  return pattern.test(latText) && pattern.test(lngText) ? { lat: Number(latText), lng: Number(lngText) } : { lat: null, lng: null }
}
