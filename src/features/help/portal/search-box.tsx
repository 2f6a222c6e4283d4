import { useId, useState } from 'react'
import { fillText } from '#shared/fill-text.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { goTo } from '#portal/browser/go-to.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { Spoken } from '#portal/ui/messages/spoken.tsx'
import { useHasScript } from '#portal/ui/frame/use-has-script.ts'
import type { Suggestion } from '../contract.ts'
import { HELP_PATH, MAX_SEARCH } from '#shared/help-search.ts'
import { SIGNPOSTS } from '#portal/ui/signs/signposts.ts'
import { MarkedQuestion } from './marked-question.tsx'
import { useSuggestions } from './use-suggestions.ts'
import styles from './search-box.module.css'

const MAX_SHOWN = 8

export const SEARCH_BOX_TEXTS = ['search', 'NoData', 'label', 'example', 'suggestions', 'oneFound', 'manyFound'] as const

type SearchBoxProps = { texts: Pick<ContentPackages['search-translation'], (typeof SEARCH_BOX_TEXTS)[number]>; typed: string }

/** HELP-2: a plain search form; script adds suggestions that the arrow keys walk through. */
export function SearchBox({ texts, typed }: SearchBoxProps) {
  const id = useId()
  const hasScript = useHasScript()
  const box = useSearchBox()
  const { options, active, isOpen } = box
  const combobox = {
    role: 'combobox',
    'aria-expanded': isOpen && options.length > 0,
    'aria-controls': `${id}-list`,
    'aria-autocomplete': 'list',
    'aria-activedescendant': isOpen && active >= 0 ? `${id}-${active}` : undefined,
  } as const
  return (
    <div className={styles.search}>
      <form role="search" method="get" action={HELP_PATH} onSubmit={box.close}>
        <label htmlFor={`${id}-text`}>{texts.label}</label>
        <div className={styles.row}>
          <div className={styles.field}>
            <div className={styles.box}>
              <Icon path={SIGNPOSTS.search} />
              <input
                id={`${id}-text`}
                name="q"
                type="search"
                enterKeyHint="search"
                autoComplete="off"
                maxLength={MAX_SEARCH}
                defaultValue={typed}
                placeholder={texts.example}
                onInput={(event) => box.take(event.currentTarget.value)}
                onKeyDown={box.onKeyDown}
                onBlur={box.close}
                {...(hasScript ? combobox : {})}
              />
            </div>
            <SuggestionList id={id} label={texts.suggestions} options={isOpen ? options : []} active={active} onOpen={box.open} />
            {isOpen && options.length === 0 && <p className={styles.nothing}>{texts.NoData}</p>}
          </div>
          <Button>{texts.search}</Button>
        </div>
      </form>
      <Spoken>
        <span role="status">{isOpen && countWords(options.length, texts)}</span>
      </Spoken>
    </div>
  )
}

type SuggestionListProps = {
  id: string
  label: string
  options: Suggestion[]
  active: number
  onOpen: (option: Suggestion) => void
}

function SuggestionList({ id, label, options, active, onOpen }: SuggestionListProps) {
  return (
    <div role="listbox" id={`${id}-list`} aria-label={label} className={styles.list} hidden={options.length === 0}>
      {options.map((option, place) => (
        <div
          key={option.questionId}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          className={styles.option}
          // The box keeps the focus: leaving it would close the list before the tap arrives.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onOpen(option)}
          onKeyDown={(event) => event.key === 'Enter' && onOpen(option)}
        >
          <MarkedQuestion parts={option.parts} />
          <span className={styles.category}>{option.category}</span>
        </div>
      ))}
    </div>
  )
}

function countWords(count: number, texts: SearchBoxProps['texts']): string {
  if (count === 0) return texts.NoData
  return count === 1 ? texts.oneFound : fillText(texts.manyFound, { count })
}

/** State and behaviour of the box; the component above only renders it. */
function useSearchBox() {
  const { found, ask, clear } = useSuggestions(useLanguage())
  const [active, setActive] = useState(-1)
  const [isClosed, setClosed] = useState(false)
  const options = found ? [...found.matches, ...found.similar].slice(0, MAX_SHOWN) : []
  const isOpen = found !== null && !isClosed

  function take(text: string) {
    setActive(-1)
    setClosed(false)
    ask(text)
  }
  function open({ path }: Suggestion) {
    clear()
    goTo(path)
  }

  function onKeyDown(event: React.KeyboardEvent<HTMLInputElement>) {
    const chosen = options[active]
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setClosed(true)
      setActive(-1)
    } else if (event.key === 'Enter' && isOpen && chosen) {
      event.preventDefault()
      open(chosen)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length > 0) {
      event.preventDefault()
      setClosed(false)
      setActive(placeAfterKey(event.key, active, options.length))
    }
  }

  return { options, active, isOpen, take, open, onKeyDown, close: () => setClosed(true) }
}

/** Around the list and through the box itself, where nothing is chosen. */
function placeAfterKey(key: 'ArrowDown' | 'ArrowUp', place: number, count: number): number {
  const next = place + (key === 'ArrowDown' ? 1 : -1)
  if (next >= count) return -1
  return next < -1 ? count - 1 : next
}
