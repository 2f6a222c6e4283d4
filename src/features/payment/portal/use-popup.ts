import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PopupEnd, PopupStart } from './paystack-popup.ts'

type StartedPopup = PopupStart & { transactionId: string }

/** Opens the gateway's popup when the server began one; true once the visitor has closed it without paying. */
export function usePopup(start: StartedPopup | null, title: string): boolean {
  const navigate = useNavigate()
  const [cancelled, setCancelled] = useState<StartedPopup | null>(null)
  const whenEnded = useEffectEvent((popup: StartedPopup, end: PopupEnd) => {
    if (end === 'cancelled') setCancelled(popup)
    else if (end === 'paid') void navigate(`/payment/status?id=${popup.transactionId}`)
    else location.assign(popup.payPage)
  })
  useEffect(() => {
    if (!start) return
    void import('./paystack-popup.ts').then(({ openPopup }) => openPopup(start, title)).then((end) => whenEnded(start, end))
  }, [start, title])
  return start !== null && cancelled === start
}
