import { formatLongMoment } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { isFailure } from '#shared/failure.ts'
import { formatShort, fromMajor, readMajor, toMajor } from '#shared/money.ts'
import { unbroken } from '#shared/unbroken.ts'
import { formText } from '#portal/page/form-text.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { page, type Redisplay, type PageRequest, type PostedForm, Redirect, PageFailure } from '#portal/page/page.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { CheckoutBody } from '#portal/ui/frame/checkout-body.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { BegunTicket } from '#portal/ui/ticket/begun-ticket.tsx'
import { Paper, TicketHolder } from '#portal/ui/ticket/paper.tsx'
import type { AskedPayment } from '../contract.ts'
import type { LinkState } from '../rules.ts'
import { LinkOver } from './link-over.tsx'
import styles from './payment-link.module.css'

type OpenAnswer = { state: LinkState; message?: undefined } | { state: null; message: string }
type LinkRequest = PageRequest<{ link: string }>

/** LINK-2: shows goods, amount and masked number before a purchase begins. */
export default page('/r/:link', {
  async load(request: LinkRequest) {
    const [texts, payment, meta, read] = await Promise.all([
      readContent(request, 'link-translation'),
      readContent(request, 'payment-translation'),
      readPageMeta(request, '/r'),
      request.api.readPaymentLink({ link: request.params.link.slice(0, 100), drawsCode: false }),
    ])
    if (isFailure(read)) throw new PageFailure(read.code === 'too-many-requests' ? 429 : 503, read.message)
    const { state, asked } = read.result
    return { texts, payment, meta, state, asked }
  },
  action: takeLink,
  tags: ({ meta: { title } }) => ({ title, isHidden: true }),
  response: ({ state }) => ({ status: state === 'cut' || state === 'foreign' ? 404 : state === 'ended' ? 410 : 200 }),
  View({ data: { texts, payment, state, asked }, answer }) {
    const shown = answer?.state ?? state
    const canPay = asked !== null && state === 'open' && (shown === 'open' || shown === 'price-changed')
    if (!canPay) return <LinkOver texts={texts} state={shown} />
    return (
      <CheckoutBody>
        {answer && (
          <Notification kind={answer.state === null ? 'bad' : 'warn'}>
            {answer.state === null ? answer.message : texts['state_price-changed']}
          </Notification>
        )}
        <Asked texts={texts} payment={payment} asked={asked} />
      </CheckoutBody>
    )
  },
})

async function takeLink(request: LinkRequest, form: PostedForm): Promise<Redirect | Redisplay<OpenAnswer>> {
  const amount = readMajor(Number(formText(form, 'amount')))
  const taken = await request.api.takePaymentLink({
    link: request.params.link.slice(0, 100),
    amount: amount && amount.minor > 0 ? toMajor(amount) : 1,
  })
  if (isFailure(taken)) return { redisplay: { state: null, message: taken.message } }
  const { purchaseId, state } = taken.result
  return purchaseId ? new Redirect(`/payment/start?purchase=${purchaseId}`) : { redisplay: { state } }
}

type AskedProps = {
  texts: ContentPackages['link-translation']
  payment: ContentPackages['payment-translation']
  asked: AskedPayment
}

function Asked({ texts, payment, asked }: AskedProps) {
  const language = useLanguage()
  const { kind, number, amount, askedAmount, description, endsAt, isBeingPaid } = asked
  const sum = formatShort(fromMajor(amount), language)
  const what = kind === 'bundle' ? `${payment.bundle} ${description}` : payment[kind === 'airtime' ? 'ticket_airtime' : 'ticket_bill']
  return (
    <div className={styles.asked}>
      <TicketHolder joins="always">
        <BegunTicket
          label={payment.yourPurchase}
          what={what}
          sum={sum}
          towards={payment.ticketTowards}
          goal={unbroken(number)}
          stub={{ state: 'running', word: texts.openStub }}
          offlineWord={payment.stub_offline}
        />
      </TicketHolder>
      <Paper>
        <h1 className={styles.title}>{texts[`openTitle_${kind}`]}</h1>
        <p>{texts.openLead}</p>
        {amount !== askedAmount && (
          <Notification kind="warn">
            {fillText(texts.openChanged, { sum, before: formatShort(fromMajor(askedAmount), language) })}
          </Notification>
        )}
        {isBeingPaid && <Notification kind="warn">{texts.openBeingPaid}</Notification>}
        <form method="post">
          <input type="hidden" name="amount" value={amount} />
          <Button isWide>{texts.openPay}</Button>
        </form>
        <p className={styles.note}>{texts.openNothing}</p>
        <p className={styles.note}>{texts.openKnow}</p>
        <p className={styles.note}>{fillText(texts.openUntil, { moment: formatLongMoment(endsAt, language) })}</p>
      </Paper>
    </div>
  )
}
