import { useState } from 'react'
import { island } from '#island'
import { NumberForm, type NumberFormProps } from './number-form.tsx'
import { BundleForm, type BundleFormProps } from '#features/purchase/portal/bundle-form.tsx'
import { ServerSlot } from '#portal/islands/server-slot.tsx'
import { replaceInQuery } from '#portal/browser/replace-address.ts'
import { Dialog } from '#portal/ui/messages/dialog.tsx'
import { isPlainClick } from '#portal/ui/frame/upgraded-link.ts'

type RouterFormProps = BundleFormProps & {
  balance: NumberFormProps & {
    close: string
    link: string
    /** The URL of the page with the dialog open. */
    href: string
    isOpen: boolean
    /** The title of what the server renders in the dialog instead of the form (a code, a balance), in the island's slot. */
    step: string | null
  }
}

/** BB-1, BB-2: the bundles of a router, and over them its balance, in the country profiles that offer it. */
function RouterForm({ balance: { close: closeLabel, link, href, isOpen: isFirstOpen, step, ...numberForm }, ...form }: RouterFormProps) {
  const [isOpen, setOpen] = useState(isFirstOpen)
  /** The server-rendered step is shown until it is closed; then it is gone. */
  const [isFirst, setFirst] = useState(true)
  const shownStep = isFirst ? step : null
  function close() {
    setOpen(false)
    setFirst(false)
    // So that a reload leaves the dialog closed.
    replaceInQuery({ balance: null })
  }
  const balanceLink = (
    <p>
      <a
        href={href}
        data-held
        onClick={(event) => {
          if (!isPlainClick(event)) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {link}
      </a>
    </p>
  )
  return (
    <>
      <BundleForm {...form} action={form.page} belowNumber={balanceLink} hasHelp={step === null} />
      <Dialog isOpen={isOpen} title={shownStep ?? link} closeLabel={closeLabel} onClose={close}>
        {shownStep === null ? <NumberForm {...numberForm} /> : <ServerSlot />}
      </Dialog>
    </>
  )
}

export default island('router-form', RouterForm)
