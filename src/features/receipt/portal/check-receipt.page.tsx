import { formatLongMoment } from '#shared/calendar-day.ts'
import { isFailure } from '#shared/failure.ts'
import { formatMoney, fromMajor } from '#shared/money.ts'
import { unbroken } from '#shared/unbroken.ts'
import { checkedWords } from '#features/payment/portal/result-words.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { page, PageFailure } from '#portal/page/page.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { CheckoutBody } from '#portal/ui/frame/checkout-body.tsx'
import { SummaryList } from '#portal/ui/lists/summary-list.tsx'
import { Stamp } from '#portal/ui/signs/stamp.tsx'
import type { CheckedReceipt } from '../contract.ts'
import { groupedReference } from './paper-words.ts'
import styles from './receipt.module.css'

/** RCPT-4: for anyone who received a receipt. It shows the content of the paper and the payment's current state, nothing else. */
export default page('/v/:code', {
  async load(request) {
    const [texts, payment, meta, checked] = await Promise.all([
      readContent(request, 'receipt-translation'),
      readContent(request, 'payment-translation'),
      readPageMeta(request, '/v'),
      request.api.checkReceipt({ code: request.params.code.slice(0, 100) }),
    ])
    if (isFailure(checked)) throw new PageFailure(checked.code === 'too-many-requests' ? 429 : 503, checked.message)
    return { texts, payment, meta, ...checked.result }
  },
  tags: ({ meta: { title } }) => ({ title, isHidden: true }),
  response: ({ receipt }) => ({ status: receipt ? 200 : 404 }),
  View: ({ data: { texts, payment, state, receipt } }) => (
    <CheckoutBody>
      {receipt ? (
        <Genuine texts={texts} payment={payment} receipt={receipt} />
      ) : (
        <Card isCentred>
          <Stamp kind="warn" />
          <h1>{texts.notGenuine}</h1>
          <p>{state === 'cut' ? texts.cut : texts.foreign}</p>
          <ButtonLink href="/find-payment">{texts.find}</ButtonLink>
        </Card>
      )}
    </CheckoutBody>
  ),
})

type Texts = ContentPackages['receipt-translation']
type GenuineProps = { texts: Texts; payment: ContentPackages['payment-translation']; receipt: CheckedReceipt }

function Genuine({ texts, payment, receipt }: GenuineProps) {
  const language = useLanguage()
  const { title, isDone } = checkedWords(receipt, payment)
  const rows = [
    { label: payment.reference, value: groupedReference(receipt.reference) },
    { label: texts.sum, value: formatMoney(fromMajor(receipt.amount, receipt.currencyCode), language) },
    { label: payment.date, value: receipt.at ? formatLongMoment(receipt.at, language) : '' },
    { label: payment.number, value: unbroken(receipt.number) },
    { label: texts.today, value: title },
  ].filter(({ value }) => value !== '')
  return (
    <div className={styles.checked}>
      <Card>
        <div className={styles.head}>
          <Stamp kind={isDone ? 'good' : 'warn'} />
          <h1>{isDone ? texts.genuine : texts.genuineBut}</h1>
        </div>
        <SummaryList rows={rows} />
        <h2>{texts.compareTitle}</h2>
        <ul className={styles.compare}>
          <li>{texts.compareSum}</li>
          <li>{texts.compareNumber}</li>
          <li>{texts.compareToday}</li>
        </ul>
      </Card>
    </div>
  )
}
