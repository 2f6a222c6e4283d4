import { useId } from 'react'
import type { Assignee } from '../../console-deps.ts'

type ChoiceProps = { people: readonly Assignee[]; label: string; name?: string }

/** One of the people who can be given a payment. */
export function PersonChoice({ people, label, name = 'to' }: ChoiceProps) {
  const id = useId()
  return (
    <>
      <label className="spoken" htmlFor={id}>
        {label}
      </label>
      <select id={id} name={name} className="input" defaultValue="">
        <option value="">{`${label}…`}</option>
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </select>
    </>
  )
}
