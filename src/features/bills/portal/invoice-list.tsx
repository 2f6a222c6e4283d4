import { formatDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { formatMoney, fromMajor } from '#shared/money.ts'
import { unbroken } from '#shared/unbroken.ts'
import type { FixedInternetBills, Invoice } from '../contract.ts'
import { formatOutstanding } from './outstanding-words.ts'
import { hasFraction, sumOutstanding } from '../rules.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { DataTable } from '#portal/ui/lists/data-table.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { Notification } from '#portal/ui/messages/notification.tsx'
import { SIGNS } from '#portal/ui/signs/signs.ts'
import { FieldsForm } from '#portal/ui/fields/fields-form.tsx'
import styles from './fixed-internet.module.css'

type Texts = ContentPackages['bill-translation']

type InvoiceListProps = { texts: Texts; typed: { accountNo: string; email: string }; bills: FixedInternetBills }

/** FIX-1: what is open, oldest first, each bill with its own button. */
export function InvoiceList({ texts, typed, bills }: InvoiceListProps) {
  const language = useLanguage()
  const { invoices, contactPersonMsisdn } = bills
  const payCell = (invoice: Invoice) => <PayButton texts={texts} invoice={invoice} />
  return (
    <div id="bills" className={styles.bills}>
      <Card heading={texts.yourBills}>
        <p className={styles.account}>
          {fillText(texts.accountLine, { account: typed.accountNo })}
          {contactPersonMsisdn && ` · ${fillText(texts.contactNumber, { number: unbroken(contactPersonMsisdn) })}`}
        </p>
        {invoices.length === 0 ? (
          <Notification kind="good" title={texts.nothingOpen}>
            {texts.nothingOpenText}
          </Notification>
        ) : (
          <>
            <p className={styles.total}>{totalWords(invoices, texts, language)}</p>
            <FieldsForm>
              <input type="hidden" name="accountNo" value={typed.accountNo} />
              <input type="hidden" name="email" value={typed.email} />
              <DataTable
                caption={texts.yourBills}
                isCaptionHidden
                columns={columnsOf(texts, language)}
                rows={invoices}
                rowKey={(invoice) => invoice.invoiceNo}
                actions={{ header: texts.columnPay, cell: payCell }}
              />
            </FieldsForm>
          </>
        )}
      </Card>
    </div>
  )
}

function columnsOf(texts: Texts, language: Language) {
  return [
    { key: 'invoice', header: texts.columnInvoice, isMain: true, cell: (invoice: Invoice) => invoice.invoiceNo },
    {
      key: 'status',
      header: texts.columnStatus,
      cell: ({ invoiceStatus }: Invoice) => (
        <span className={`${styles.status} ${styles[invoiceStatus]}`}>
          {invoiceStatus === 'overdue' && <Icon path={SIGNS.warn} />}
          {texts[`status_${invoiceStatus}`]}
        </span>
      ),
    },
    {
      key: 'period',
      header: texts.columnPeriod,
      cell: ({ billingStartDate, billingEndDate }: Invoice) =>
        fillText(texts.period, { start: formatDay(billingStartDate, language), end: formatDay(billingEndDate, language) }),
    },
    {
      key: 'due',
      header: texts.columnDue,
      cell: ({ dueDate, invoiceStatus }: Invoice) => (
        <span className={invoiceStatus === 'overdue' ? styles.late : undefined}>{formatDay(dueDate, language)}</span>
      ),
    },
    {
      key: 'amount',
      header: texts.columnAmount,
      align: 'end' as const,
      cell: ({ outstandingAmount, payableAmount, currency }: Invoice) => (
        <>
          <strong>{formatOutstanding(outstandingAmount, language, currency)}</strong>
          {payableAmount !== null && hasFraction(outstandingAmount) && (
            <small className={styles.rounded}>
              {fillText(texts.roundedTo, { amount: formatMoney(fromMajor(payableAmount), language) })}
            </small>
          )}
        </>
      ),
    },
  ]
}

function PayButton({ texts, invoice }: { texts: Texts; invoice: Invoice }) {
  if (invoice.payableAmount === null) return <span>{texts.payInShop}</span>
  return (
    <Button
      isSmall
      look={invoice.invoiceStatus === 'overdue' ? 'main' : 'quiet'}
      name="invoiceNo"
      value={invoice.invoiceNo}
      aria-label={fillText(texts.payBillNamed, { invoice: invoice.invoiceNo })}
    >
      {texts.payBill}
    </Button>
  )
}

function totalWords(invoices: readonly Invoice[], texts: Texts, language: Language): string {
  const total = formatOutstanding(sumOutstanding(invoices.map((invoice) => invoice.outstandingAmount)), language)
  return invoices.length === 1 ? fillText(texts.oneBill, { total }) : fillText(texts.manyBills, { count: invoices.length, total })
}
