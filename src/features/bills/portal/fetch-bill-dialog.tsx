import { useState } from 'react'
import { CodeRequestNote } from '#features/one-time-code/portal/code-request-note.tsx'
import { CodeDialogLater } from '#features/one-time-code/portal/code-dialog-later.tsx'
import type { CodeRequestTexts } from '#features/one-time-code/portal/code-texts.ts'
import { useCodeRequest } from '#features/one-time-code/portal/use-code-request.ts'
import { ServerSlot } from '#portal/islands/server-slot.tsx'
import { replaceInQuery } from '#portal/browser/replace-address.ts'
import { postFields } from '#portal/browser/post-fields.ts'
import { Dialog } from '#portal/ui/messages/dialog.tsx'
import { PAGE, type FetchProblems } from './bill-answer.ts'
import type { BillTexts, NumberTexts } from './bill-texts.ts'
import { FetchForm } from './fetch-form.tsx'
import { FetchLink, type FetchWay } from './fetch-link.tsx'
import styles from './postpaid-bill.module.css'

/** The state of the dialog as the server rendered it. */
export type FirstFetch = {
  way: FetchWay | null
  problems: FetchProblems | null
  /** A code was sent without script: the server renders its form. */
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

/** POST-2: by a code to the line, or by the account that pays for it. Each way has a URL, so it works without script too. */
export function FetchBillDialog({ way, first, texts, numberTexts, codeTexts, digits, onWay }: FetchBillDialogProps) {
  const request = useCodeRequest('INVOICE', codeTexts)
  /** Kept while the visitor changes their mind about the way. */
  const [typedDigits, setTypedDigits] = useState<string | null>(null)
  /** A message from the server is shown until the visitor does something else. */
  const [isFirst, setFirst] = useState(true)
  function turnTo(next: FetchWay | null) {
    setFirst(false)
    onWay(next)
  }
  function close() {
    request.close()
    setTypedDigits(null)
    turnTo(null)
    // So that a reload leaves the dialog closed.
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
  const shown = way ?? 'code'
  const other = shown === 'account' ? 'code' : 'account'
  return (
    <Dialog isOpen={way !== null} title={texts.fetchBill} closeLabel={texts.close} onClose={close}>
      {shown === 'code' && first.isCodeAsked && isFirst ? (
        <ServerSlot />
      ) : (
        <FetchForm
          key={shown}
          way={shown}
          texts={texts}
          numberTexts={numberTexts}
          digits={typedDigits ?? digits}
          problems={isFirst && !request.wasAsked ? first.problems : null}
          onDigits={setTypedDigits}
          onAsk={request.ask}
        >
          {shown === 'code' && <CodeRequestNote isAsking={request.isAsking} refusal={request.refusal} sending={codeTexts.sending} />}
        </FetchForm>
      )}
      <p className={styles.otherWay}>
        <FetchLink way={other} onWay={turnTo}>
          {other === 'code' ? texts.fetchByCode : texts.fetchByAccount}
        </FetchLink>
      </p>
    </Dialog>
  )
}
