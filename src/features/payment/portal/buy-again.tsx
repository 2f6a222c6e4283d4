import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatShort, fromMajor } from '#shared/money.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { boughtKind, hasMoneyMoved } from '../bought-kind.ts'
import type { TransactionDetails } from '../contract.ts'

type BuyAgainProps = { texts: ContentPackages['payment-translation']; details: TransactionDetails; look?: 'main' | 'quiet' }

/** PAID-2: the first of two taps. The number stays on the server: a link would expose it in its address. */
export function BuyAgain({ texts, details, look = 'main' }: BuyAgainProps) {
  const language = useLanguage()
  const { purchaseToPay, metaInfo, isFinal, money, transactionType, amount, currencyCode } = details
  const isSold = !metaInfo.leadId && transactionType !== 'BILL_PAYMENT' && transactionType !== 'HBB_LEADS'
  if (!isFinal || purchaseToPay !== null || !hasMoneyMoved(money) || !isSold) return null
  return (
    <form method="post" action={`/payment/status?id=${details.transactionId}`}>
      <Button isWide look={look} name="intent" value="again">
        {boughtKind(transactionType) === 'bundle'
          ? texts.buyAgain_bundle
          : fillText(texts.buyAgain_airtime, { amount: formatShort(fromMajor(amount, currencyCode), language) })}
      </Button>
    </form>
  )
}
