import { isPlainClick } from '../frame/upgraded-link.ts'
import { useHasScript } from '../frame/use-has-script.ts'
import styles from './chips.module.css'
import rows from './sideways-row.module.css'

type FilterChipsProps<Value extends string> = {
  /** What is filtered, for screen readers. */
  label: string
  choices: readonly { value: Value; label: string }[]
  value: Value
  /** The URL of the page with this filter: how chips work before script loads. */
  hrefOf: (value: Value) => string
  onChoose: (value: Value) => void
}

/** One choice out of a few that narrows what is shown: links in the server's markup, buttons once script is there. */
export function FilterChips<Value extends string>({ label, choices, value, hrefOf, onChoose }: FilterChipsProps<Value>) {
  const hasScript = useHasScript()
  return (
    <div className={`${rows.row} ${rows.chips}`} role="group" aria-label={label}>
      {choices.map((choice) => {
        const isChosen = choice.value === value
        return (
          <a
            key={choice.value}
            href={hrefOf(choice.value)}
            data-held
            data-chosen-tab={isChosen || undefined}
            className={isChosen ? `${styles.chip} ${styles.chosen}` : styles.chip}
            {...(hasScript ? { role: 'button', 'aria-pressed': isChosen } : { 'aria-current': isChosen ? ('true' as const) : undefined })}
            onKeyDown={(event) => {
              // The space bar presses a button but not a link.
              if (event.key !== ' ') return
              event.preventDefault()
              onChoose(choice.value)
            }}
            onClick={(event) => {
              if (!isPlainClick(event)) return
              event.preventDefault()
              onChoose(choice.value)
            }}
          >
            {choice.label}
          </a>
        )
      })}
    </div>
  )
}
