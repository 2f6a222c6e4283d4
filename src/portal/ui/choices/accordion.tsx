import styles from './accordion.module.css'

type AccordionItem<Value extends string> = {
  value: Value
  heading: string
  hint?: string | undefined
  icon?: React.ReactNode
  isOpen?: boolean
  content: React.ReactNode
}

type AccordionProps<Value extends string> = {
  /** Items of the same name close each other. */
  name: string
  items: readonly AccordionItem<Value>[]
  headingLevel?: 2 | 3
  /** Called when the visitor opens an item, for example to give it an address of its own. */
  onOpen?: (value: Value) => void
}

/** HUB-1 on a phone: one item open at a time. Works without script; phones too old for exclusive names need it only to close the others. */
export function Accordion<Value extends string>({ name, items, headingLevel = 3, onOpen }: AccordionProps<Value>) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className={styles.accordion}>
      {items.map(({ value, heading, hint, icon, isOpen = false, content }) => (
        <details
          key={value}
          name={name}
          open={isOpen}
          className={styles.item}
          onToggle={(event) => {
            if (!event.currentTarget.open) return
            closeOthers(event.currentTarget)
            if (!isOpen) onOpen?.(value)
          }}
        >
          <summary className={styles.summary}>
            {icon && <span className={styles.icon}>{icon}</span>}
            <Heading className={styles.heading}>
              {heading}
              {hint && <span className={styles.hint}>{hint}</span>}
            </Heading>
            <svg className={styles.arrow} viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 9l6 6 6-6" />
            </svg>
          </summary>
          <div className={styles.content}>{content}</div>
        </details>
      ))}
    </div>
  )
}

function closeOthers(opened: HTMLDetailsElement): void {
  for (const other of opened.parentElement?.children ?? []) {
    if (other !== opened && other instanceof HTMLDetailsElement) other.open = false
  }
}
