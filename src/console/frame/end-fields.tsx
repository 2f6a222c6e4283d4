import { useId } from 'react'
import { calendarDay } from '#shared/calendar-day.ts'
import { localTime } from '#shared/local-time.ts'
import { useConsole } from './console-context.ts'

type EndProps = { label: string; timeLabel: string; hint: string; value: Date }

/** A day and a time of the country: the end of what is closed or announced. Named `day` and `time`. */
export function EndFields({ label, timeLabel, hint, value }: EndProps) {
  const { typed } = useConsole()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        <input
          id={id}
          type="date"
          name="day"
          className="input grow"
          required
          defaultValue={typed.day ?? calendarDay(value)}
          aria-describedby={`${id}-hint`}
        />
        <input
          type="time"
          name="time"
          className="input time"
          required
          aria-label={timeLabel}
          aria-describedby={`${id}-hint`}
          defaultValue={typed.time ?? localTime(value)}
        />
      </div>
      <p id={`${id}-hint`}>{hint}</p>
    </div>
  )
}

type SelectProps = { name: string; label: string; hint?: string; value: string; options: readonly { value: string; label: string }[] }

/** One of a closed list, which shows again what was chosen when its form was refused. */
export function SelectField({ name, label, hint, value, options }: SelectProps) {
  const { typed } = useConsole()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} className="input" defaultValue={typed[name] ?? value} aria-describedby={hint && `${id}-hint`}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
    </div>
  )
}
