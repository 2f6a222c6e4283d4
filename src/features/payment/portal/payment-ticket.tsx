import { formatShort, fromMajor } from '#shared/money.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { BegunTicket } from '#portal/ui/ticket/begun-ticket.tsx'
import type { TransactionDetails } from '../contract.ts'
import { stubOf } from './result-words.ts'
import { boughtGoal, boughtName } from './ticket-words.ts'

type PaymentTicketProps = { details: TransactionDetails; texts: ContentPackages['payment-translation'] }

/** The ticket of a begun payment: its stub shows the state. GEN-8: a final state stays true without a network. */
export function PaymentTicket({ details, texts }: PaymentTicketProps) {
  const language = useLanguage()
  return (
    <BegunTicket
      label={texts.yourPurchase}
      what={boughtName(details, texts)}
      sum={formatShort(fromMajor(details.amount, details.currencyCode), language)}
      towards={texts.ticketTowards}
      goal={boughtGoal(details, texts)}
      stub={stubOf(details, texts)}
      {...(!details.isFinal && { offlineWord: texts.stub_offline })}
    />
  )
}
