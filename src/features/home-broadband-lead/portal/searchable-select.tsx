import { useId, useState } from 'react'
import { fillText } from '#shared/fill-text.ts'
import { Field } from '#portal/ui/fields/field.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { Spoken } from '#portal/ui/messages/spoken.tsx'
import { useHasScript } from '#portal/ui/frame/use-has-script.ts'
import { matchingOptions, typedOption } from '../form-rules.ts'
import type { FormTexts } from './field-words.ts'
import styles from './searchable-select.module.css'

const CHEVRON = 'M6 9l6 6 6-6'

export type SearchableSelectProps = {
  label: string
  name: string
  options: readonly string[]
  defaultValue: string
  hint?: string | undefined
  problem?: string | undefined
  texts: FormTexts
  /** The selected option, or the typed text when it matches none. */
  onValue: (value: string) => void
}

/** LEAD-5: a native select before script, a searchable list afterwards. */
export function SearchableSelect(props: SearchableSelectProps) {
  const [first, setFirst] = useState(props.defaultValue)
  const hasScript = useHasScript()
  /** A selection in the native list carries over to the searchable one. */
  function takeChosen(value: string) {
    if (value === first) return
    setFirst(value)
    props.onValue(value)
  }
  return hasScript ? <Combobox {...props} defaultValue={first} /> : <NativeSelect {...props} onChosen={takeChosen} />
}

type NativeSelectProps = SearchableSelectProps & { onChosen: (value: string) => void }

function NativeSelect({ label, name, options, defaultValue, hint, problem, texts, onChosen }: NativeSelectProps) {
  return (
    <Field
      label={label}
      name={name}
      hint={hint}
      problem={problem}
      control={(wiring) => (
        <select {...wiring} defaultValue={defaultValue} ref={(list) => void (list && onChosen(list.value))}>
          <option value="">{texts.choose}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    />
  )
}

/** The WAI-ARIA pattern of an editable combobox: focus stays in the field, and arrow keys move through the list. */
function Combobox(props: SearchableSelectProps) {
  const { label, name, options, hint, problem, texts } = props
  const listId = useId()
  const list = useList(props)
  const { typed, isOpen, shown, active } = list
  return (
    <>
      <Field
        label={label}
        name={`${name}-search`}
        hint={hint}
        problem={problem}
        after={
          <button
            type="button"
            tabIndex={-1}
            className={styles.open}
            aria-label={fillText(texts.showOptions, { label })}
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => list.toggle(event.currentTarget)}
          >
            <Icon path={CHEVRON} />
          </button>
        }
        input={{
          role: 'combobox',
          'aria-expanded': isOpen,
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          'aria-activedescendant': isOpen && shown[active] !== undefined ? `${listId}-${active}` : undefined,
          autoComplete: 'off',
          spellCheck: false,
          value: typed,
          onChange: (event) => list.search(event.target.value),
          onKeyDown: list.onKeyDown,
          onClick: list.open,
          onBlur: list.leave,
        }}
        belowBox={<OptionList listId={listId} label={label} texts={texts} list={list} />}
      />
      {/* Given back to the native list, which a refreshed page begins with. */}
      <input type="hidden" data-keep="" name={name} value={typedOption(options, typed) ?? typed} />
      <Spoken>
        <span role="status">{isOpen && countWords(shown.length, texts)}</span>
      </Spoken>
    </>
  )
}

type OptionListProps = { listId: string; label: string; texts: FormTexts; list: ReturnType<typeof useList> }

function OptionList({ listId, label, texts, list: { isOpen, shown, active, choose } }: OptionListProps) {
  return (
    <div className={styles.anchor}>
      <div id={listId} role="listbox" aria-label={label} className={styles.list} hidden={!isOpen}>
        {shown.map((option, place) => (
          // Focus stays in the field, whose keys move through the list; the list itself is for pointers.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={option}
            id={`${listId}-${place}`}
            role="option"
            aria-selected={place === active}
            className={styles.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            {option}
          </div>
        ))}
        {shown.length === 0 && (
          <div role="option" aria-selected={false} aria-disabled className={styles.none}>
            {texts.noMatch}
          </div>
        )}
      </div>
    </div>
  )
}

function countWords(count: number, texts: FormTexts): string {
  if (count === 0) return texts.noMatch
  return count === 1 ? texts.oneResult : fillText(texts.results, { count })
}

function useList({ options, defaultValue, onValue }: SearchableSelectProps) {
  const [typed, setTyped] = useState(defaultValue)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  // An already selected option does not filter the reopened list.
  const shown = typedOption(options, typed) === null ? matchingOptions(options, typed) : [...options]

  function choose(option: string) {
    setTyped(option)
    setOpen(false)
    setActive(-1)
    onValue(option)
  }
  function open() {
    setOpen(true)
  }
  function search(text: string) {
    setTyped(text)
    setOpen(true)
    setActive(matchingOptions(options, text).length > 0 && text !== '' ? 0 : -1)
    onValue(typedOption(options, text) ?? text)
  }
  function leave() {
    setOpen(false)
    setActive(-1)
    const known = typedOption(options, typed)
    if (known && known !== typed) choose(known)
  }
  function toggle(button: HTMLElement) {
    setOpen(!isOpen)
    button.parentElement?.parentElement?.querySelector('input')?.focus()
  }
  function onKeyDown(event: React.KeyboardEvent) {
    const chosen = isOpen ? shown[active] : undefined
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (steps !== undefined) {
      setOpen(true)
      if (shown.length > 0)
        setActive(isOpen || active >= 0 ? (active + steps + shown.length) % shown.length : steps > 0 ? 0 : shown.length - 1)
    } else if (event.key === 'Enter' && chosen !== undefined) choose(chosen)
    else if (event.key === 'Escape' && isOpen) setOpen(false)
    else return
    event.preventDefault()
  }
  return { typed, isOpen, shown, active, choose, open, search, leave, toggle, onKeyDown }
}
