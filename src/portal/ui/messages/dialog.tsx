import { useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../signs/icon.tsx'
import { focusedElement, lockPage, showModal } from './show-modal.ts'
import { SIGNS } from '../signs/signs.ts'
import styles from './dialog.module.css'

type DialogProps = {
  isOpen: boolean
  title: string
  /** The label of the close button. Without it there is no button and Escape does nothing: for dialogs that must not be left. */
  closeLabel?: string | undefined
  /** Called after the dialog has closed: set `isOpen` to false. */
  onClose: () => void
  children: React.ReactNode
}

/**
 * LOAD-3: a modal on the platform's own element, which keeps focus inside and the page behind out of reach.
 * Place it outside of forms: its content often is one. Opened by the server it is readable, and can be closed, without script.
 */
export function Dialog({ isOpen, ...rest }: DialogProps) {
  return isOpen ? <OpenDialog {...rest} /> : null
}

function OpenDialog({ title, closeLabel, onClose, children }: Omit<DialogProps, 'isOpen'>) {
  const titleId = useId()
  const canLeave = closeLabel !== undefined
  const dialog = useModal(canLeave, onClose)
  return (
    <dialog ref={dialog} open className={styles.dialog} aria-labelledby={titleId} closedby={canLeave ? 'closerequest' : 'none'}>
      <div className={styles.head}>
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {canLeave && (
          <form method="dialog">
            <button className={styles.close} aria-label={closeLabel}>
              <Icon path={SIGNS.cross} />
            </button>
          </form>
        )}
      </div>
      {children}
    </dialog>
  )
}

function useModal(canLeave: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const [opener] = useState(focusedElement)
  const whenClosed = useEffectEvent((dialog: HTMLDialogElement) => {
    // Browsers without `closedby` let a second Escape through whatever the page says.
    if (canLeave) onClose()
    else showModal(dialog)
  })
  const whenAskedToClose = useEffectEvent((event: Event) => {
    if (!canLeave) event.preventDefault()
  })

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    showModal(dialog)
    const unlockPage = lockPage()
    const closed = () => whenClosed(dialog)
    const asked = (event: Event) => whenAskedToClose(event)
    dialog.addEventListener('close', closed)
    dialog.addEventListener('cancel', asked)
    return () => {
      dialog.removeEventListener('close', closed)
      dialog.removeEventListener('cancel', asked)
      if (dialog.open) dialog.close()
      unlockPage()
      if (opener?.isConnected) opener.focus()
    }
  }, [opener])
  return ref
}
