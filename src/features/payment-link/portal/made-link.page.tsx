import { formatLongMoment } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { isFailure } from '#shared/failure.ts'
import { formatShort, fromMajor } from '#shared/money.ts'
import { unbroken } from '#shared/unbroken.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { page, PageFailure } from '#portal/page/page.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { PageBody } from '#portal/ui/frame/page-body.tsx'
import { PageHeading } from '#portal/ui/frame/page-heading.tsx'
import { QrPicture, type QrSquares } from '#portal/ui/signs/qr-picture.tsx'
import { linkPath } from '../rules.ts'
import type { AskedPayment } from '../contract.ts'
import { ASK_PAGE } from './ask-steps.ts'
import { LinkOver } from './link-over.tsx'
import { messageOf } from './link-words.ts'
import ShareLink from './share-link.island.ts'
import styles from './payment-link.module.css'

/** LINK-1: the link, its QR code and the ways to send it. Any holder of the link may open this page: it shows no more than the link. */
export default page('/ask/:link', {
  async load(request) {
    const link = request.params.link.slice(0, 100)
    const [texts, meta, read] = await Promise.all([
      readContent(request, 'link-translation'),
      readPageMeta(request, ASK_PAGE),
      request.api.readPaymentLink({ link, drawsCode: true }),
    ])
    if (isFailure(read)) throw new PageFailure(read.code === 'too-many-requests' ? 429 : 503, read.message)
    return { texts, meta, path: linkPath(link.toLowerCase()), ...read.result }
  },
  tags: ({ meta: { title } }) => ({ title, isHidden: true }),
  response: ({ state }) => ({ status: state === 'cut' || state === 'foreign' ? 404 : state === 'ended' ? 410 : 200 }),
  View({ data: { texts, state, asked, address, code, path } }) {
    if (!asked || !code || state !== 'open') return <LinkOver texts={texts} state={state} />
    return (
      <>
        <PageHeading title={texts.madeTitle} lead={texts.madeLead} />
        <PageBody isNarrow>
          <ShareLink>
            <Made texts={texts} asked={asked} address={address} code={code} path={path} />
          </ShareLink>
        </PageBody>
      </>
    )
  },
})

type MadeProps = { texts: ContentPackages['link-translation']; asked: AskedPayment; address: string; code: QrSquares; path: string }

function Made({ texts, asked, address, code, path }: MadeProps) {
  const language = useLanguage()
  const message = messageOf(asked, texts, { address, language })
  const held = { type: 'button', 'data-held': true, 'data-message': message, 'data-address': address } as const
  return (
    <Card>
      <p className={styles.sum}>
        <strong>{formatShort(fromMajor(asked.amount), language)}</strong> {asked.description}
        <small>{fillText(texts.askFor, { number: unbroken(asked.number) })}</small>
      </p>
      <p>
        {texts.madeLink}
        <strong className={styles.link}>{address.replace(/^https?:\/\//, '')}</strong>
      </p>
      <div className={`${styles.ways} ${styles.scripted}`}>
        <Button {...held} look="quiet" data-share="share" hidden>
          {texts.madeShare}
        </Button>
        <Button {...held} look="quiet" data-share="copy" data-done={texts.madeCopied}>
          {texts.madeCopy}
        </Button>
      </div>
      <div className={styles.ways}>
        <ButtonLink href={`https://wa.me/?text=${encodeURIComponent(message)}`}>{texts.madeWhatsapp}</ButtonLink>
        <ButtonLink look="quiet" href={`sms:?&body=${encodeURIComponent(message)}`}>
          {texts.madeSms}
        </ButtonLink>
      </div>
      <div className={styles.code}>
        <QrPicture code={code} label={texts.madeCode} />
        <p>{texts.madeScan}</p>
      </div>
      <p>{fillText(texts.madeUntil, { moment: formatLongMoment(asked.endsAt, language) })}</p>
      <p className={styles.number}>
        <a href={path}>{texts.madeOpen}</a>
        <a href={ASK_PAGE}>{texts.madeAgain}</a>
      </p>
    </Card>
  )
}
