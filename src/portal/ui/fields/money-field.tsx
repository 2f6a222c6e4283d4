import { use, useRef, useState } from 'react'
import { DEFAULT_LANGUAGE, marksOf, type Language } from '#shared/language.ts'
import { currencyName, formatFigure, formatShort, parseMoney, scaleOf, type Money } from '#shared/money.ts'
import { MONEY } from '#shared/operator.ts'
import { FrameContext } from '../../page/frame-context.ts'
import { Field, type FieldProps } from './field.tsx'
import { useGroupedInput } from './use-grouped-input.ts'
import styles from './money-field.module.css'

/** Every number with this many digits is a valid amount. */
const MAX_DIGITS = 9

const HAS_DECIMALS = scaleOf(MONEY.prices) > 1

type MoneyFieldProps = Pick<FieldProps, 'label' | 'hint' | 'problem' | 'confirmation'> & {
  name?: string
  quickPicks?: readonly Money[]
  /** To fill in another amount later, give the field another `key`. */
  defaultAmount?: Money | undefined
  /** The digits of the amount; text with decimals is passed as typed. */
  onTyped?: (text: string) => void
}

/** An amount: a few usual ones to tap, or any other to type. */
export function MoneyField({ name = 'amount', quickPicks, defaultAmount, onTyped, ...field }: MoneyFieldProps) {
  const language = use(FrameContext)?.language ?? DEFAULT_LANGUAGE
  // As people say it, shown after the figure.
  const suffix = currencyName(language)
  const [amount, setAmount] = useState<Money | null>(defaultAmount ?? null)
  function take(text: string) {
    setAmount(parseMoney(text, language))
    onTyped?.(text)
  }
  const show = (digits: string) => showGrouped(digits, language)
  const hasCommas = marksOf(language).thousands === ','
  const wasLeft = useRef(false)
  const grouped = useGroupedInput({
    // Groups separated by our comma; a typed separator that begins cents is left alone.
    digitsOf(text, isLeft = false) {
      if (mayHaveDecimals(text, language)) return text.trim()
      return digitsOf(hasCommas && !isLeft ? text.replaceAll(',', '') : text)
    },
    show,
    isLeft(text, isDeletion) {
      // A digit deleted from our own '1,000' must not leave cents.
      const isOurs = hasCommas && isDeletion && !wasLeft.current
      return (wasLeft.current = mayHaveDecimals(text, language) || (!isOurs && endsInCents(text)))
    },
    onDigits: take,
  })
  return (
    <Field
      {...field}
      name={name}
      after={suffix}
      aboveBox={
        quickPicks && (
          <QuickPicks
            label={field.label}
            picks={quickPicks}
            picked={amount?.minor}
            language={language}
            onPick={(picked) => grouped.fill(formatFigure(picked, language))}
          />
        )
      }
      input={{
        ...grouped.input,
        inputMode: HAS_DECIMALS ? 'decimal' : 'numeric',
        autoComplete: 'off',
        maxLength: 24,
        defaultValue: defaultAmount === undefined ? '' : formatFigure(defaultAmount, language),
      }}
    />
  )
}

type QuickPicksProps = {
  label: string
  picks: readonly Money[]
  picked: number | undefined
  language: Language
  onPick: (amount: Money) => void
}

/** Before hydration the shell fills the field (shell/quick-picks.ts); without script the field below takes any amount. */
function QuickPicks({ label, picks, picked, language, onPick }: QuickPicksProps) {
  return (
    <div className={styles.picks} role="group" aria-label={label}>
      {picks.map((amount) => (
        <button
          key={amount.minor}
          type="button"
          className={styles.pick}
          aria-pressed={amount.minor === picked}
          data-pick={formatFigure(amount, language)}
          onClick={() => onPick(amount)}
        >
          {formatShort(amount, language)}
        </button>
      ))}
    </div>
  )
}

/** In a currency with cents, text with the language's mark is left as typed: how many decimals there may be is judged when it is read. */
function mayHaveDecimals(text: string, language: Language): boolean {
  return HAS_DECIMALS && (text.includes('.') || text.includes(marksOf(language).decimal))
}

/** A separator may begin cents or thousands: removing it while typing would turn 12.5 into 125. */
function endsInCents(text: string): boolean {
  return /\d[.,]\d{0,2}\s*$/.test(text)
}

/** Zero cents of a pasted '1 500,00' are dropped; other cents make it an invalid amount. */
function digitsOf(text: string): string {
  if (/\d[.,](?!0{1,2}\s*$)\d{1,2}\s*$/.test(text)) return text.trim()
  return text
    .replace(/[.,]0{0,2}\s*$/, '')
    .replace(/\D/g, '')
    .slice(0, MAX_DIGITS)
}

/** As the language does; the server reads both. */
function showGrouped(digits: string, language: Language): string {
  const amount = parseMoney(digits, language)
  return amount === null ? digits : formatFigure(amount, language)
}
