import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PopupStart } from './paystack-popup.ts'

/** Opens the gateway's popup when the server began one; true once the visitor has closed it without paying. */
export function usePopup(start: (PopupStart & { transactionId: string }) | null, title: string): boolean {
  const navigate = useNavigate()
  const [cancelled, setCancelled] = useState<object | null>(null)
  const open = useEffectEvent(async (popup: PopupStart & { transactionId: string }) => {
    const { openPopup } = await import('./paystack-popup.ts')
    const end = await openPopup(popup, title)
    if (end === 'cancelled') setCancelled(popup)
    else if (end === 'paid') void navigate(`/payment/status?id=${popup.transactionId}`)
    else location.assign(popup.payPage)
  })
  useEffect(() => {
    if (start) void open(start)
  }, [start])
  return start !== null && cancelled === start
}
