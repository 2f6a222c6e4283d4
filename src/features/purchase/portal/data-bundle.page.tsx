import { ContextHelp } from '#portal/layout/context-help.tsx'
import BundleForm from './bundle-form.island.tsx'
import { postToLinePage } from './line-page.ts'
import { answeredForm, readLinePage } from './read-line-page.ts'
import { bundleTextsOf } from '#features/bundles/portal/bundle-texts.ts'
import { DialHint } from '#portal/layout/dial-hint.tsx'
import { page } from '#portal/page/page.ts'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'

const PATH = '/data-bundle'

/** DATA-1 */
export default page(PATH, {
  load: (request) => readLinePage(request, PATH, 'data-bundle'),
  action: (request, form) => postToLinePage(request, form, PATH),
  tags: ({ tags }) => tags,
  View({ data, answer }) {
    const { texts, help, wanted } = data
    const { checked, refusal } = answeredForm(data, answer)
    return (
      <>
        <PageHeading title={texts.bundleTitle} lead={texts.bundleLead} />
        <PageBody>
          <BundleForm
            page={PATH}
            numberLabel={texts.numberLabel}
            heading={texts.chooseBundle}
            texts={bundleTextsOf(texts)}
            wanted={wanted}
            checked={checked}
            refusal={refusal}
            sellsPostpaidBundles={data.sellsPostpaidBundles}
          >
            {help && <ContextHelp help={help} />}
          </BundleForm>
          <DialHint hint={data.ussd} />
        </PageBody>
      </>
    )
  },
})
