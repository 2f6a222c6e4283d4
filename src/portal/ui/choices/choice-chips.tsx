import chips from './chips.module.css'
import styles from './choice-chips.module.css'

type ChoiceChipsProps = {
  legend: string
  name: string
  choices: { value: string; label: string }[]
  defaultValue?: string
  onChoose?: (value: string) => void
}

/** Radio buttons drawn as chips: they post with the form and need no script. */
export function ChoiceChips({ legend, name, choices, defaultValue, onChoose }: ChoiceChipsProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div className={chips.chips}>
        {choices.map(({ value, label }) => (
          <label key={value} className={styles.choice}>
            <input type="radio" name={name} value={value} defaultChecked={value === defaultValue} onChange={() => onChoose?.(value)} />
            <span className={chips.chip}>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
