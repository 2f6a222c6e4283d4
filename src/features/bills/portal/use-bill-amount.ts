import { useState } from 'react'
import { formatFigure, fromMajor, parseMoney, toMajor, type Money } from '#shared/money.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import type { Outstanding } from '../contract.ts'

/** `checked`: the number in the rendered page, whose bill was fetched. */
type Line = {
  outstanding: Outstanding | null
  amountText: string
  checked: { msisdn: string }
  digits: string
  setDigits: (digits: string) => void
}

/** POST-3: a fetched amount belongs to its number. It is cleared when the number changes, and restored with it. */
export function useBillAmount({ outstanding, amountText, checked, digits, setDigits }: Line) {
  const language = useLanguage()
  const { msisdn: number } = checked
  const fetched = outstanding?.payableAmount ?? null
  const first = fetched === null ? parseMoney(amountText, language) : fromMajor(fetched)
  const [typedAmount, setTypedAmount] = useState(first === null ? '' : formatFigure(first, language))
  /** A new key remounts the field with another default. */
  const [field, setField] = useState<{ key: number; first: Money | null }>({ key: 0, first })
  const isFetchedLine = fetched !== null && digits === number

  function isSame(text: string, units: number): boolean {
    const typed = parseMoney(text, language)
    return typed !== null && toMajor(typed) === units
  }

  function changeNumber(next: string): void {
    setDigits(next)
    if (fetched === null) return
    const isLeft = isFetchedLine && next !== number && isSame(typedAmount, fetched)
    const isBack = next === number && typedAmount === ''
    if (!isLeft && !isBack) return
    setTypedAmount(isBack ? formatFigure(fromMajor(fetched), language) : '')
    setField({ key: field.key + 1, first: isBack ? fromMajor(fetched) : null })
  }

  /** For a form without script, where the amount stays while the number is changed (amount-of-another-line.ts). */
  const fetchedFor = isFetchedLine ? `${number} ${fetched}` : null
  return { typedAmount, setTypedAmount, field, fetchedFor, changeNumber }
}
