import { useId } from 'react'

export type Option = { value: string; label: string }

type ChoiceProps = { name: string; label: string; none: string; value: string | null; options: readonly Option[] }

/** One of several, or none of them: a filter. */
export function Choice({ name, label, none, value, options }: ChoiceProps) {
  const id = useId()
  return (
    <>
      <label className="spoken" htmlFor={id}>
        {label}
      </label>
      <select id={id} name={name} className={value === null ? 'input' : 'input chosen'} defaultValue={value ?? ''}>
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </>
  )
}
