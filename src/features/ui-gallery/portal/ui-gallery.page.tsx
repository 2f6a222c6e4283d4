import { Suspense } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { surroundings } from '#portal/page-context.ts'
import { PageBody } from '#portal/ui/page-body.tsx'
import { PageHeading } from '#portal/ui/page-heading.tsx'
import { ChoiceSamples } from './choice-samples.tsx'
import { DialogSamples } from './dialog-samples.tsx'
import { FormSamples } from './form-samples.tsx'
import { HubSample } from './hub-sample.tsx'
import { MessageSamples } from './message-samples.tsx'
import { StatusSamples } from './status-samples.tsx'
import { TableSample } from './table-sample.tsx'

const SAMPLES = Object.entries({
  forms: FormSamples,
  choices: ChoiceSamples,
  table: TableSample,
  hub: HubSample,
  states: StatusSamples,
  messages: MessageSamples,
  dialogs: DialogSamples,
})

const TITLE = 'Éléments de l’interface'
const LEAD = 'Chaque élément dans ses états. Cette page n’existe que dans le bac à sable.'

/** For developers: nothing of it exists in production. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!context.get(surroundings).sandboxUrl) throw new Response(null, { status: 404 })
  return null
}

export const meta = () => [{ title: TITLE }, { name: 'description', content: LEAD }, { name: 'robots', content: 'noindex' }]

/** Every building block in its states, to be looked at on a phone, on a desk, by day and by night. */
export default function UiGalleryPage() {
  return (
    <>
      <PageHeading title={TITLE} lead={LEAD} />
      <PageBody>
        {/* Each within bounds of its own: script takes them over one after the other, not the whole page in one go. */}
        {SAMPLES.map(([name, Samples]) => (
          <Suspense key={name}>
            <Samples />
          </Suspense>
        ))}
      </PageBody>
    </>
  )
}
