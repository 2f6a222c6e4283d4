import { COUNTRY } from '#shared/country-profiles.ts'
import { formatMobileNumber, nationalDigits } from '#shared/mobile-number.ts'
import { Field, type FieldProps } from './field.tsx'
import { useGroupedInput } from './use-grouped-input.ts'

type MobileNumberFieldProps = Pick<FieldProps, 'label' | 'hint' | 'problem' | 'confirmation'> & {
  name?: string
  defaultValue?: string
  autoFocus?: boolean
  /** The digits so far, at most eight. */
  onDigits?: (digits: string) => void
}

/** NUM-1: the dial code is fixed text; digits are shown in pairs; what people paste is understood. */
export function MobileNumberField({ name = 'msisdn', defaultValue = '', autoFocus, onDigits, ...field }: MobileNumberFieldProps) {
  const grouped = useGroupedInput({ digitsOf: nationalDigits, show: formatMobileNumber, onDigits: (digits) => onDigits?.(digits) })
  return (
    <Field
      {...field}
      name={name}
      before={`+${COUNTRY.dialCode}`}
      input={{
        ...grouped.input,
        type: 'text',
        inputMode: 'numeric',
        autoComplete: 'tel-national',
        autoFocus,
        defaultValue,
        // Longer than eight digits, so that a number pasted with its dial code and spaces is not cut before we read it.
        maxLength: 24,
      }}
    />
  )
}
