import { bundleTextsOf } from '#features/bundles/portal/bundle-texts.ts'
import { ContextHelp } from '#portal/layout/context-help.tsx'
import { postToLinePage } from './line-page.ts'
import { answeredForm, readLinePage } from './read-line-page.ts'
import { DialHint } from '#portal/layout/dial-hint.tsx'
import { page } from '#portal/page/page.ts'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import RechargeForm from './recharge-form.island.tsx'

const PATH = '/prepaid-recharge'

/** PRE-1..4 */
export default page(PATH, {
  load: (request) => readLinePage(request, PATH, 'prepaid-recharge'),
  action: (request, form) => postToLinePage(request, form, PATH),
  tags: ({ tags }) => tags,
  View({ data, answer }) {
    const { texts, help, wanted } = data
    const { preMinAmnt, preMaxAmnt, quickAmounts } = data.config
    return (
      <>
        <PageHeading title={texts.rechargeTitle} lead={texts.rechargeLead} />
        <PageBody>
          <RechargeForm
            texts={bundleTextsOf(texts)}
            config={{ preMinAmnt, preMaxAmnt, quickAmounts }}
            wanted={wanted}
            {...answeredForm(data, answer)}
          >
            {help && <ContextHelp help={help} />}
          </RechargeForm>
          <DialHint hint={data.ussd} />
        </PageBody>
      </>
    )
  },
})
