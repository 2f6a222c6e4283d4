import { useState } from 'react'
import { parseXof, xof, type Xof } from '#shared/money.ts'
import type { Outstanding } from '../contract.ts'

/** `number`: the number in the rendered page, whose bill was fetched. */
type Line = {
  outstanding: Outstanding | null
  amountText: string
  number: string
  digits: string
  setDigits: (digits: string) => void
}

/** POST-3: a fetched amount belongs to its number. It is cleared when the number changes, and restored with it. */
export function useBillAmount({ outstanding, amountText, number, digits, setDigits }: Line) {
  const fetched = outstanding?.payableAmount ?? null
  const first = fetched === null ? parseXof(amountText) : xof(fetched)
  const [typedAmount, setTypedAmount] = useState(first === null ? '' : String(first))
  /** A new key remounts the field with another default. */
  const [field, setField] = useState<{ key: number; first: Xof | null }>({ key: 0, first })
  const isFetchedLine = fetched !== null && digits === number

  function changeNumber(next: string): void {
    setDigits(next)
    if (fetched === null) return
    const isLeft = isFetchedLine && next !== number && typedAmount === String(fetched)
    const isBack = next === number && typedAmount === ''
    if (!isLeft && !isBack) return
    setTypedAmount(isBack ? String(fetched) : '')
    setField({ key: field.key + 1, first: isBack ? xof(fetched) : null })
  }

  /** For a form without script, where the amount stays while the number is changed (amount-of-another-line.ts). */
  const fetchedFor = isFetchedLine ? `${number} ${fetched}` : null
  return { typedAmount, setTypedAmount, field, fetchedFor, changeNumber }
}
