import { isFailure } from '#shared/failure.ts'
import { hasMoneyMoved } from '#features/payment/bought-kind.ts'
import { ActionTiles, ChatTile, TileButton } from '#features/payment/portal/action-tiles.tsx'
import { BuyAgain } from '#features/payment/portal/buy-again.tsx'
import { chatReceipt, receiptCopy } from '#features/payment/portal/receipt-copy.ts'
import { page, Redirect } from '#portal/page/page.ts'
import { readContent, readPageMeta } from '#portal/texts/texts.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { CheckoutBody } from '#portal/ui/frame/checkout-body.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { receiptPdfPath } from '../rules.ts'
import { paperOf } from './paper-words.ts'
import { PaperReceipt } from './paper-receipt.tsx'
import ReceiptFile from './receipt-file.island.ts'
import styles from './receipt.module.css'

/** RCPT-1: for anyone who may see the payment, with the data that they may see. Only moved money has a receipt. */
export default page('/payment/receipt/:id', {
  async load(request) {
    const { id } = request.params
    const transactionId = /^[A-Za-z0-9_-]{22}$/.test(id) ? id : null
    const [found, signed] = transactionId
      ? await Promise.all([request.api.readTransaction({ txnId: transactionId }), request.api.readReceiptCode({ transactionId })])
      : [null, null]
    if (!found || isFailure(found) || !hasMoneyMoved(found.result.money) || !signed || isFailure(signed))
      throw new Redirect(transactionId ? `/payment/status?id=${transactionId}` : '/payment/status')
    const [payment, receipt, phone, meta] = await Promise.all([
      readContent(request, 'payment-translation'),
      readContent(request, 'receipt-translation'),
      readContent(request, 'phone-translation'),
      readPageMeta(request, '/payment/receipt'),
    ])
    const { address, code } = signed.result
    const paper = paperOf(found.result, { payment, receipt }, { address, language: request.language })
    const isLater = request.url.searchParams.has('later')
    const copy = receiptCopy(found.result, payment, { language: request.language, now: new Date() })
    const message = chatReceipt(copy, payment, address)
    return { payment, details: found.result, receipt, phone, meta, paper, copy, message, code, isLater }
  },
  tags: ({ meta: { title } }) => ({ title, isHidden: true }),
  View({ data: { payment, details, receipt, phone, paper, copy, message, code, isLater } }) {
    const { transactionId } = details
    return (
      <CheckoutBody>
        <ReceiptFile>
          <div className={styles.page}>
            <PaperReceipt paper={paper} code={code} />
            <div className={styles.actions}>
              {isLater && <Notification kind="warn">{receipt.later}</Notification>}
              <ButtonLink isWide href={receiptPdfPath(transactionId)}>
                {receipt.pdf}
              </ButtonLink>
              <ActionTiles>
                <TileButton icon="print" label={receipt.print} data-receipt="print" />
                <TileButton
                  icon="picture"
                  label={receipt.image}
                  aria-label={receipt.picture}
                  data-receipt="picture"
                  data-name={`recu-${paper.reference.value}.png`}
                />
                <ChatTile name={payment.sendWhatsapp} message={message} />
                <TileButton
                  icon="keep"
                  label={phone.keepShort}
                  data-receipt="keep"
                  data-copy={JSON.stringify(copy)}
                  data-reference={copy.reference}
                  data-kept={phone.unkeepShort}
                />
                <p role="status" className={styles.kept} data-news data-kept={phone.receiptKept} data-failed={phone.receiptNotKept} />
              </ActionTiles>
              <BuyAgain texts={payment} details={details} look="quiet" />
              <p className={styles.note}>{receipt.about}</p>
              <a className={styles.back} href={`/payment/status?id=${transactionId}`}>
                {receipt.back}
              </a>
            </div>
          </div>
        </ReceiptFile>
      </CheckoutBody>
    )
  },
})
