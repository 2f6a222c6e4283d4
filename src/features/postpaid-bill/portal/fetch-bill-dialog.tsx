import { useState } from 'react'
import { CodeDialogLater } from '#features/one-time-code/portal/code-dialog-later.tsx'
import type { CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import { ServerSlot } from '#portal/islands/server-slot.tsx'
import { postFields } from '#portal/post-fields.ts'
import { Dialog } from '#portal/ui/dialog.tsx'
import { AccountFetchForm } from './account-fetch-form.tsx'
import { PAGE, type FetchProblems } from './bill-answer.ts'
import type { BillTexts, NumberTexts } from './bill-texts.ts'
import { CodeRequestForm } from './code-request-form.tsx'
import { FetchLink, type FetchWay } from './fetch-link.tsx'
import styles from './postpaid-bill.module.css'

/** How the dialog came with the page. */
export type FirstFetch = {
  way: FetchWay | null
  problems: FetchProblems | null
  /** A code was sent without script: its form is the server's. */
  isCodeAsked: boolean
}

type FetchBillDialogProps = {
  way: FetchWay | null
  first: FirstFetch
  texts: BillTexts
  numberTexts: NumberTexts
  codeTexts: CodeTexts
  /** The number typed in the page so far. */
  digits: string
  onWay: (way: FetchWay | null) => void
}

/** POST-2: a code to the line, or the account that pays for it. Each way has an address, so it works as a plain page too. */
export function FetchBillDialog({ way, first, texts, numberTexts, codeTexts, digits, onWay }: FetchBillDialogProps) {
  const [codeFor, setCodeFor] = useState<string | null>(null)
  /** Kept while the visitor changes their mind about the way. */
  const [typedDigits, setTypedDigits] = useState<string | null>(null)
  /** What the page came with is said until the visitor turns to something else. */
  const [isFirst, setFirst] = useState(true)
  function turnTo(next: FetchWay | null) {
    setFirst(false)
    onWay(next)
  }
  function close() {
    setCodeFor(null)
    setTypedDigits(null)
    turnTo(null)
    // Loading the page again then leaves the dialog closed.
    history.replaceState(history.state, '', PAGE)
  }
  if (way !== null && codeFor !== null)
    return (
      <CodeDialogLater
        isOpen
        msisdn={codeFor}
        purpose="INVOICE"
        texts={codeTexts}
        verifyLabel={texts.getOutstanding}
        onVerified={(_uniqueCode, reference) => {
          setCodeFor(null)
          turnTo(null)
          postFields(PAGE, { intent: 'bill', msisdn: codeFor, reference })
        }}
        onClose={close}
        onChangeNumber={() => setCodeFor(null)}
      />
    )
  const shared = { texts, numberTexts, digits: typedDigits ?? digits, problems: isFirst ? first.problems : null, onDigits: setTypedDigits }
  const other = way === 'account' ? 'code' : 'account'
  return (
    <Dialog isOpen={way !== null} title={texts.fetchBill} closeLabel={texts.close} onClose={close}>
      {way === 'account' ? (
        <AccountFetchForm {...shared} />
      ) : first.isCodeAsked && isFirst ? (
        <ServerSlot />
      ) : (
        <CodeRequestForm {...shared} onAsk={setCodeFor} />
      )}
      <p className={styles.otherWay}>
        <FetchLink way={other} onWay={turnTo}>
          {other === 'code' ? texts.fetchByCode : texts.fetchByAccount}
        </FetchLink>
      </p>
    </Dialog>
  )
}
