import { Spoken } from '../messages/spoken.tsx'

/** A trap for bots, which fill in every field. Hidden from people and from screen readers, but not by display: none, which bots know. */
export function HoneypotField({ label }: { label: string }) {
  return (
    <div aria-hidden="true">
      <Spoken>
        <label>
          {label}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </Spoken>
    </div>
  )
}
