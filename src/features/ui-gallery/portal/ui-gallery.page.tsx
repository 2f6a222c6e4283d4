import { page } from '#portal/page/page.ts'
import { PageFailure } from '#portal/page/page-failure.ts'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { readContent } from '#portal/texts/texts.ts'
import { readCodeTexts } from '#features/one-time-code/portal/read-code-texts.ts'
import { BundleSamples } from './bundle-samples.tsx'
import { CheckoutSamples } from './checkout-samples.tsx'
import GalleryChoices from './gallery-choices.island.tsx'
import GalleryDialogs from './gallery-dialogs.island.tsx'
import GalleryForms from './gallery-forms.island.tsx'
import GalleryHub from './gallery-hub.island.tsx'
import { IslandSamples } from './island-samples.tsx'
import { MessageSamples } from './message-samples.tsx'
import { StatusSamples } from './status-samples.tsx'
import { TicketSamples } from './ticket-samples.tsx'
import { TableSample } from './table-sample.tsx'

const TITLE = 'Éléments de l’interface'
const LEAD = 'Chaque élément dans ses états. Cette page n’existe que dans le bac à sable.'

/** Every building block in its states, to be looked at on a phone, on a desk, by day and by night. */
export default page('/ui-gallery', {
  /** For developers: nothing of it exists in production. */
  async load(request) {
    const { sandboxUrl, url } = request
    if (!sandboxUrl) throw new PageFailure(404, '404')
    const { searchParams } = url
    const [texts, hubTexts, codeTexts] = await Promise.all([
      readContent(request, 'recharge-translation'),
      readContent(request, 'payment-translation'),
      readCodeTexts(request),
    ])
    return { texts, hubTexts, codeTexts, tab: searchParams.get('tab') ?? 'internet', period: searchParams.get('period') ?? 'all' }
  },
  tags: () => ({ title: TITLE, description: LEAD, isHidden: true }),
  View: ({ data }) => (
    <>
      <PageHeading title={TITLE} lead={LEAD} />
      <PageBody>
        <GalleryForms />
        <GalleryChoices first={{ tab: data.tab, period: data.period }} />
        <BundleSamples texts={data.texts} />
        <TableSample />
        <GalleryHub />
        <CheckoutSamples texts={data.hubTexts} codeTexts={data.codeTexts} />
        <TicketSamples />
        <StatusSamples />
        <MessageSamples />
        <GalleryDialogs />
        <IslandSamples />
      </PageBody>
    </>
  ),
})
