import { useState } from 'react'
import { useNavigate, useSubmit } from 'react-router'
import { AskedCodeForm } from '#features/one-time-code/portal/asked-code-form.tsx'
import { CodeDialogLater } from '#features/one-time-code/portal/code-dialog-later.tsx'
import type { CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import type { LineTexts } from '#features/line/portal/line-texts.ts'
import type { ContentPackages } from '#portal/content-packages.ts'
import { Dialog } from '#portal/ui/dialog.tsx'
import { PlaceLink } from '#portal/ui/place-link.tsx'
import { AccountFetchForm } from './account-fetch-form.tsx'
import { CodeRequestForm } from './code-request-form.tsx'
import type { PostpaidAnswer } from './fetch-bill.ts'
import styles from './postpaid-bill.module.css'

const PAGE = '/postpaid-bill-pay'

type FetchBillDialogProps = {
  /** The address says which way is open, so each works as a plain page too. */
  way: string | null
  texts: ContentPackages['bill-translation']
  numberTexts: LineTexts & { numberLabel: string }
  /** Null on the way that needs none. */
  codeTexts: CodeTexts | null
  /** The number typed in the page so far. */
  digits: string
  answered: PostpaidAnswer
}

/** POST-2: a code to the line, or the account that pays for it. */
export function FetchBillDialog({ way, texts, numberTexts, codeTexts, digits, answered }: FetchBillDialogProps) {
  const navigate = useNavigate()
  const submit = useSubmit()
  const [codeFor, setCodeFor] = useState<string | null>(null)
  /** Kept while the visitor changes their mind about the way. */
  const [typedDigits, setTypedDigits] = useState<string | null>(null)
  const isOpen = way !== null && !answered.outstanding
  const close = () => {
    setCodeFor(null)
    setTypedDigits(null)
    void navigate(PAGE, { preventScrollReset: true })
  }
  const shared = { texts, numberTexts, digits: typedDigits ?? digits, problems: answered.fetchProblems ?? null, onDigits: setTypedDigits }
  if (isOpen && codeFor !== null && codeTexts)
    return (
      <CodeDialogLater
        isOpen
        msisdn={codeFor}
        purpose="INVOICE"
        texts={codeTexts}
        onVerified={(_uniqueCode, reference) => {
          setCodeFor(null)
          void submit({ intent: 'bill', msisdn: codeFor, reference }, { method: 'post', action: PAGE, preventScrollReset: true })
        }}
        onClose={close}
        onChangeNumber={() => setCodeFor(null)}
      />
    )
  return (
    <Dialog isOpen={isOpen} title={texts.fetchBill} closeLabel={texts.close} onClose={close}>
      {way === 'account' ? (
        <AccountFetchForm {...shared} />
      ) : answered.code && codeTexts ? (
        <AskedCodeForm code={answered.code} texts={codeTexts} />
      ) : (
        <CodeRequestForm {...shared} onAsk={setCodeFor} />
      )}
      <p className={styles.otherWay}>
        <PlaceLink href={`${PAGE}?fetch=${way === 'account' ? 'code' : 'account'}`}>
          {way === 'account' ? texts.fetchByCode : texts.fetchByAccount}
        </PlaceLink>
      </p>
    </Dialog>
  )
}
