import { ContextHelp } from '#portal/layout/context-help.tsx'
import { readContextHelp } from '#portal/layout/read-context-help.ts'
import { readDialHint } from '#portal/layout/read-dial-hint.ts'
import { DialHint } from '#portal/layout/dial-hint.tsx'
import { page } from '#portal/page/page.ts'
import { readContent } from '#portal/texts/texts.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { SERVICE_ICONS } from '#portal/ui/lists/service-icons.ts'
import { SIGNPOSTS } from '#portal/ui/signs/signposts.ts'
import { SummaryList } from '#portal/ui/lists/summary-list.tsx'
import styles from './contact.module.css'

const WAY_ICONS: Readonly<Partial<Record<string, string>>> = {
  call: SIGNPOSTS.call,
  chat: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  shop: SERVICE_ICONS.shop,
}

const PATH = '/contact-us'

/** ROUTE-3: how to reach a person. All of it is content. */
export default page(PATH, {
  async load(request) {
    const [contact, help, ussd] = await Promise.all([
      readContent(request, 'contact-config'),
      readContextHelp(request, 'contact'),
      readDialHint(request, 'contact'),
    ])
    return { contact, help, ussd }
  },
  View: ({ data: { contact, help, ussd } }) => (
    <>
      <PageHeading title={contact.title} lead={contact.lead} />
      <PageBody>
        <ul className={styles.ways}>
          {contact.ways.map(({ icon, title, text, action, href }, place) => (
            <li key={href} className={styles.way}>
              <span className={styles.icon}>
                <Icon path={WAY_ICONS[icon] ?? ''} />
              </span>
              <h2>{title}</h2>
              <p>{text}</p>
              {/* The free call is the quickest way to a person: it is the main action. */}
              <ButtonLink href={href} look={place === 0 ? 'main' : 'quiet'} isWide>
                {action}
              </ButtonLink>
            </li>
          ))}
        </ul>
        <div className={styles.facts}>
          <Card heading={contact.hoursTitle}>
            <SummaryList rows={contact.hours.map(({ days, time }) => ({ label: days, value: time }))} />
          </Card>
          <Card heading={contact.before.title}>
            <ul className={styles.items}>
              {contact.before.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </Card>
        </div>
        <ContextHelp help={help} />
        <Notification kind="warn">{contact.warning}</Notification>
        <div className={styles.links}>
          {contact.links.map(({ label, href }) => (
            <ButtonLink key={href} href={href} look="quiet" isSmall>
              {label}
            </ButtonLink>
          ))}
        </div>
        <DialHint hint={ussd} />
      </PageBody>
    </>
  ),
})
