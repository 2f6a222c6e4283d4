import { codeOfService, SERVICES } from '#features/site-content/ussd-services.ts'
import { serviceName } from '../draft-screen.ts'
import { page, PageFailure } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { SummaryList } from '#portal/ui/lists/summary-list.tsx'
import { DialLink } from '#portal/ui/signs/dial-link.tsx'

const PATH = '/gethelp/ussd'

/** Lists all codes of the menu as links that dial them. */
export default page(PATH, {
  async load(request) {
    const { ussdCode, language } = request
    if (ussdCode === null) throw new PageFailure(404, '404')
    const [texts, { home }] = await Promise.all([readContent(request, 'ussd-translation'), readContent(request, 'ussd-config')])
    const codes = SERVICES.flatMap((service) => {
      const code = codeOfService(ussdCode, home, service)
      return code === null ? [] : [{ label: serviceName(service, { texts, language }), code }]
    })
    return { texts, ussdCode, codes: codes.toSorted((one, other) => one.code.localeCompare(other.code)) }
  },
  View: ({ data: { texts, ussdCode, codes } }) => (
    <>
      <PageHeading title={texts.web_title} lead={texts.web_lead} />
      <PageBody isNarrow>
        <Card heading={texts.web_menu}>
          <p>
            <DialLink code={ussdCode} />
          </p>
        </Card>
        <Card heading={texts.web_paths}>
          <SummaryList rows={codes.map(({ label, code }) => ({ label, value: <DialLink code={code} /> }))} />
        </Card>
        <Card heading={texts.web_pinTitle}>
          <p>{texts.web_pin}</p>
        </Card>
      </PageBody>
    </>
  ),
})
