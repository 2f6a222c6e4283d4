import { useEffect, useRef, useState } from 'react'
import { NUMBER_CHECK_DELAY_MS, formatMobileNumber, isMobileNumber } from '#shared/mobile-number.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import { MobileNumberField } from '#portal/ui/fields/mobile-number-field.tsx'
import type { NumberVerdict } from '../rules.ts'
import { numberWords, type LineTexts } from './line-texts.ts'
import styles from './line-number-field.module.css'

type LineNumberFieldProps = {
  texts: LineTexts
  label: string
  /** The number in the rendered page, at most eight digits. */
  defaultDigits: string
  /** The check result for the number in the field; null before it is known. */
  verdict: NumberVerdict | null
  isChecking: boolean
  /** A problem found when the form was sent. */
  problem?: string | undefined
  /** NUM-2: the form was sent although something is missing. */
  isAsked?: boolean
  onDigits: (digits: string) => void
  /** Checks a complete number with the server. */
  onCheck: (digits: string) => void
}

/** The number of a line, checked in place: on the eighth digit, after a moment, with the answer announced. */
export function LineNumberField(props: LineNumberFieldProps) {
  const { texts, label, defaultDigits, verdict, isChecking, problem, isAsked = false, onDigits, onCheck } = props
  const [digits, setDigits] = useState(defaultDigits)
  const asked = useRef(verdict ? defaultDigits : '')

  useEffect(() => {
    if (!isMobileNumber(digits) || asked.current === digits) return undefined
    const timer = setTimeout(() => {
      asked.current = digits
      onCheck(digits)
    }, NUMBER_CHECK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [digits, onCheck])

  const shown = isMobileNumber(digits) ? verdict : null
  const offer = shown?.kind === 'refused' && shown.fitting && shown.type !== 'INVALID' ? { type: shown.type, page: shown.fitting } : null
  return (
    <div className={styles.group}>
      <MobileNumberField
        label={label}
        hint={isChecking && shown === null ? texts.checking : texts.numberHint}
        defaultValue={formatMobileNumber(defaultDigits)}
        words={numberWords(texts)}
        isDriven
        isAsked={isAsked}
        problem={offer ? undefined : (problem ?? (shown?.kind === 'refused' ? texts.invalidMobile : undefined))}
        confirmation={shown?.kind === 'accepted' && shown.type !== 'INVALID' ? texts[`line${shown.type}`] : undefined}
        // NUM-3: an offer, not a reproach: the number's type and the page that serves it, and small the specification's message for this page.
        belowBox={
          <div role="status">
            {offer && (
              <div className={styles.offer}>
                <strong>{texts[`fits${offer.type}`]}</strong>
                <ButtonLink look="quiet" isSmall href={offer.page}>
                  {offer.page === '/postpaid-bill-pay' ? texts.servePay : texts.serveRecharge}
                </ButtonLink>
                <small>{texts.invalidMobile}</small>
              </div>
            )}
          </div>
        }
        onDigits={(next) => {
          setDigits(next)
          if (!isMobileNumber(next)) asked.current = ''
          onDigits(next)
        }}
      />
      {shown?.kind === 'unchecked' && (
        <p className={styles.elsewhere} role="status">
          {isChecking ? texts.checking : texts.couldNotCheck}{' '}
          {/* Without script it sends the form, and the page's action checks the number. */}
          <button
            name="intent"
            value="check"
            className={styles.again}
            onClick={(event) => {
              event.preventDefault()
              onCheck(digits)
            }}
          >
            {texts.tryAgain}
          </button>
        </p>
      )}
    </div>
  )
}
