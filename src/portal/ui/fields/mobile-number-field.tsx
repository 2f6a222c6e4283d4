import { useState } from 'react'
import { nationalDigits } from '#shared/mobile-number.ts'
import { COUNTRY } from '#shared/operator.ts'
import { Field, type FieldProps } from './field.tsx'
import { NUMBER_GROUPING } from './number-grouping.ts'
import { missingWords, numberProblem, type NumberWords } from './number-words.ts'
import { useGroupedInput } from './use-grouped-input.ts'

type MobileNumberFieldProps = Pick<FieldProps, 'label' | 'hint' | 'problem' | 'confirmation' | 'belowBox'> & {
  name?: string
  defaultValue?: string
  autoFocus?: boolean
  /** NUM-2: texts for what is missing, shown here under React and by guard-number.ts without it. */
  words?: NumberWords | undefined
  /** Always inside a React island: guard-number.ts does not need the texts. */
  isDriven?: boolean
  /** The form was sent although the number was not whole. */
  isAsked?: boolean
  /** The digits so far. */
  onDigits?: (digits: string) => void
}

const NOTHING = { __html: '' }

/** NUM-1: the dial code is fixed text; digits are shown in pairs; what people paste is understood. */
export function MobileNumberField(props: MobileNumberFieldProps) {
  const { name = 'msisdn', defaultValue = '', autoFocus, words, isDriven, isAsked = false, onDigits, ...field } = props
  const [digits, setDigits] = useState(nationalDigits(defaultValue))
  const [isLeftEmpty, setLeftEmpty] = useState(false)
  const grouped = useGroupedInput({
    ...NUMBER_GROUPING,
    onDigits(next) {
      setDigits(next)
      setLeftEmpty(false)
      onDigits?.(next)
    },
  })
  const asked = words && (isAsked || (isLeftEmpty && digits === '')) ? numberProblem(digits, words) : null
  const guarding = words &&
    !isDriven && {
      'data-hint': field.hint,
      'data-required': words.required,
      'data-invalid': words.invalid,
      'data-digit-missing': words.digitMissing,
      'data-digits-missing': words.digitsMissing,
    }
  return (
    <>
      <Field
        {...field}
        hint={(words && missingWords(digits, words)) ?? field.hint}
        problem={field.problem ?? asked ?? undefined}
        name={name}
        before={`+${COUNTRY.dialCode}`}
        input={{
          ...grouped.input,
          type: 'text',
          inputMode: 'numeric',
          // Lets the style know an empty field: the button of its form is asleep, also before script.
          placeholder: ' ',
          autoComplete: 'tel-national',
          autoFocus,
          defaultValue,
          // Longer than a number, so that a number pasted with its dial code and spaces is not cut before we read it.
          maxLength: 24,
          onBlur: (event) => setLeftEmpty(event.currentTarget.value === ''),
          ...guarding,
        }}
      />
      {/* RECENT-1: numbers saved on this phone (features/device-storage); React does not touch its content. */}
      <div data-numbers="" hidden suppressHydrationWarning dangerouslySetInnerHTML={NOTHING} />
    </>
  )
}
