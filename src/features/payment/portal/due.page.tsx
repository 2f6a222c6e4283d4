import { fillText } from '#shared/fill-text.ts'
import { isFailure } from '#shared/failure.ts'
import { localeOf, type Language } from '#shared/language.ts'
import { formatMoney, fromMajor } from '#shared/money.ts'
import { COUNTRY } from '#shared/operator.ts'
import { page, type PageRequest, Redirect, PageFailure } from '#portal/page/page.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { CheckoutBody } from '#portal/ui/frame/checkout-body.tsx'
import { Stamp } from '#portal/ui/signs/stamp.tsx'
import type { DuePayment } from '#features/purchase/contract.ts'
import { editAddress, hubAddress } from './hub-amount.ts'
import { loadPending } from './hub.ts'
import styles from './due.module.css'

/** PAID-1: what changed about the subject of the payment, and what is due now. Read each time the page opens. */
export default page('/payment/due', {
  load: readDuePage,
  /** A purchase of the amount due now replaces the one chosen. */
  async action(request) {
    const { purchaseId } = await loadPending(request)
    const renewed = await request.api.renewPurchase({ purchaseId })
    return new Redirect(isFailure(renewed) ? `/payment/due?purchase=${purchaseId}` : hubAddress('', renewed.result.purchaseId, null))
  },
  tags: ({ tags }) => tags,
  View: ({ data: { texts, due, words, purchaseId, backTo } }) => (
    <CheckoutBody>
      <Card isCentred>
        <Stamp kind={due.state === 'not-owed' ? 'good' : 'warn'} />
        <h1>{words.title}</h1>
        <p>{words.text}</p>
        <p>{texts.due_nothingTaken}</p>
        <div className={styles.ways}>
          {words.pay && (
            <form method="post" action={`/payment/due?purchase=${purchaseId}`}>
              <Button isWide>{words.pay}</Button>
            </form>
          )}
          {due.transactionId && <ButtonLink href={`/payment/status?id=${due.transactionId}`}>{texts.due_ownPayment}</ButtonLink>}
          {due.state === 'held' && <ButtonLink href={hubAddress('', purchaseId, null)}>{texts.due_tryAgain}</ButtonLink>}
          <ButtonLink href={backTo} look="quiet">
            {words.back}
          </ButtonLink>
        </div>
      </Card>
    </CheckoutBody>
  ),
})

async function readDuePage(request: PageRequest) {
  const { purchaseId, queryData } = await loadPending(request)
  const [found, texts, meta] = await Promise.all([
    request.api.readDue({ purchaseId }),
    readContent(request, 'payment-translation'),
    readPageMeta(request, '/payment'),
  ])
  if (isFailure(found)) throw new PageFailure(503, found.message)
  const due = found.result
  // Nothing blocks the payment any more: the hub continues, and reports other problems itself.
  if (due.state === 'owed' || due.state === 'unreadable') throw new Redirect(hubAddress('', purchaseId, null))
  const words = wordsOf(due, texts, request.language)
  return { purchaseId, due, words, texts, backTo: due.isLink ? '/' : editAddress(queryData), tags: { ...meta, isHidden: true } }
}

type Words = { title: string; text: string; pay: string | null; back: string }

function wordsOf(due: DuePayment, texts: ContentPackages['payment-translation'], language: Language): Words {
  const money = (units: number) => formatMoney(fromMajor(units), language)
  const back = due.isLink ? texts.return : texts.due_seeBills
  if (due.state === 'held') {
    const format = new Intl.DateTimeFormat(localeOf(language), { hour: '2-digit', minute: '2-digit', timeZone: COUNTRY.timeZone })
    const values = { time: due.until ? format.format(new Date(due.until)) : '' }
    const text = due.transactionId ? texts.due_heldByYou : due.isLink ? texts.due_heldLink : texts.due_held
    return { title: texts.due_heldTitle, text: fillText(text, values), pay: null, back }
  }
  if (due.state === 'changed') {
    const values = { before: money(due.amount), now: due.due === null ? '' : money(due.due) }
    const text = fillText(due.due === null ? texts.due_changedElsewhere : texts.due_changed, values)
    return { title: texts.due_changedTitle, text, pay: due.due === null ? null : fillText(texts.due_payNow, values), back }
  }
  return {
    title: due.isLink ? texts.due_paidLinkTitle : texts.due_paidTitle,
    text: due.isLink ? texts.due_paidLink : texts.due_paid,
    pay: null,
    back,
  }
}
