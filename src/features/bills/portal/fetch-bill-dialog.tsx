import { useState } from 'react'
import { CodeRequestNote } from '#features/one-time-code/portal/code-request-note.tsx'
import { CodeDialogLater } from '#features/one-time-code/portal/code-dialog-later.tsx'
import type { CodeRequestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { useCodeRequest } from '#features/one-time-code/portal/use-code-request.ts'
import { ServerSlot } from '#portal/islands/server-slot.tsx'
import { replaceInQuery } from '#portal/browser/replace-address.ts'
import { postFields } from '#portal/browser/post-fields.ts'
import { Dialog } from '#portal/ui/messages/dialog.tsx'
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
  codeTexts: CodeRequestTexts
  /** The number typed in the page so far. */
  digits: string
  onWay: (way: FetchWay | null) => void
}

/** POST-2: a code to the line, or the account that pays for it. Each way has an address, so it works as a plain page too. */
export function FetchBillDialog({ way, first, texts, numberTexts, codeTexts, digits, onWay }: FetchBillDialogProps) {
  const request = useCodeRequest('INVOICE', codeTexts)
  /** Kept while the visitor changes their mind about the way. */
  const [typedDigits, setTypedDigits] = useState<string | null>(null)
  /** What the page came with is said until the visitor turns to something else. */
  const [isFirst, setFirst] = useState(true)
  function turnTo(next: FetchWay | null) {
    setFirst(false)
    onWay(next)
  }
  function close() {
    request.close()
    setTypedDigits(null)
    turnTo(null)
    // Loading the page again then leaves the dialog closed.
    replaceInQuery({ fetch: null })
  }
  const { code } = request
  if (way !== null && code !== null)
    return (
      <CodeDialogLater
        code={code}
        purpose="INVOICE"
        verifyLabel={texts.getOutstanding}
        onVerified={(_uniqueCode, reference) => {
          request.close()
          turnTo(null)
          postFields(PAGE, { intent: 'bill', msisdn: code.msisdn, reference })
        }}
        onClose={close}
        onChangeNumber={request.close}
        otherWay={{
          label: texts.fetchByAccount,
          onChoose() {
            request.close()
            turnTo('account')
          },
        }}
      />
    )
  const shared = {
    texts,
    numberTexts,
    digits: typedDigits ?? digits,
    problems: isFirst && !request.wasAsked ? first.problems : null,
    onDigits: setTypedDigits,
  }
  const other = way === 'account' ? 'code' : 'account'
  return (
    <Dialog isOpen={way !== null} title={texts.fetchBill} closeLabel={texts.close} onClose={close}>
      {way === 'account' ? (
        <AccountFetchForm {...shared} />
      ) : first.isCodeAsked && isFirst ? (
        <ServerSlot />
      ) : (
        <CodeRequestForm {...shared} onAsk={request.ask}>
          <CodeRequestNote isAsking={request.isAsking} refusal={request.refusal} sending={codeTexts.sending} />
        </CodeRequestForm>
      )}
      <p className={styles.otherWay}>
        <FetchLink way={other} onWay={turnTo}>
          {other === 'code' ? texts.fetchByCode : texts.fetchByAccount}
        </FetchLink>
      </p>
    </Dialog>
  )
}
