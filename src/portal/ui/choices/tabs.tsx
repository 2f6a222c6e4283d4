import { useEffect, useId } from 'react'
import { bringIntoView } from './bring-into-view.ts'
import { isPlainClick } from '../frame/upgraded-link.ts'
import { useHasScript } from '../frame/use-has-script.ts'
import rows from './sideways-row.module.css'
import styles from './tabs.module.css'

type Tab<Value extends string> = { value: Value; label: string; icon?: React.ReactNode }

type TabsProps<Value extends string> = {
  /** What is chosen here, for screen readers. */
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  /** The URL of the page with this tab chosen: how tabs work before script loads. */
  hrefOf: (value: Value) => string
  onSelect: (value: Value) => void
  /** The content of the chosen tab. */
  children: React.ReactNode
}

/** Links in the server's markup; script makes them tabs that switch in place, with arrow keys, Home and End. */
export function Tabs<Value extends string>({ label, tabs, value, hrefOf, onSelect, children }: TabsProps<Value>) {
  const id = useId()
  const hasScript = useHasScript()
  const panelId = `${id}-panel`
  // Ids by index, not by value: values are the operator's texts and may hold spaces, which ids may not.
  const tabId = (place: number) => `${id}-${place}`
  const chosenPlace = Math.max(
    0,
    tabs.findIndex((tab) => tab.value === value),
  )
  useTabInView(tabId(chosenPlace))

  function choose(place: number) {
    const next = tabs[place]
    if (!next) return
    document.getElementById(tabId(place))?.focus({ preventScroll: true })
    if (place !== chosenPlace) onSelect(next.value)
  }
  function moveByKey(event: React.KeyboardEvent) {
    const place = placeAfterKey(event.key, chosenPlace, tabs.length)
    const isForBrowser = event.altKey || event.ctrlKey || event.metaKey
    if (place === null || isForBrowser) return
    event.preventDefault()
    choose(place)
  }
  return (
    <>
      <div className={`${rows.row} ${rows.tabs}`} role={hasScript ? 'tablist' : 'navigation'} aria-label={label}>
        {tabs.map((tab, place) => {
          const isChosen = place === chosenPlace
          return (
            <a
              key={tab.value}
              id={tabId(place)}
              href={hrefOf(tab.value)}
              data-held
              data-chosen-tab={isChosen || undefined}
              className={isChosen ? `${styles.tab} ${styles.chosen}` : styles.tab}
              {...(hasScript ? roleOfTab(isChosen, panelId) : { 'aria-current': isChosen ? ('true' as const) : undefined })}
              onKeyDown={moveByKey}
              onClick={(event) => {
                if (!isPlainClick(event)) return
                event.preventDefault()
                choose(place)
              }}
            >
              {tab.icon}
              {tab.label}
            </a>
          )
        })}
      </div>
      <div
        id={panelId}
        className={styles.panel}
        {...(hasScript ? { role: 'tabpanel', 'aria-labelledby': tabId(chosenPlace), tabIndex: 0 } : {})}
      >
        {children}
      </div>
    </>
  )
}

function roleOfTab(isChosen: boolean, panelId: string) {
  return { role: 'tab', 'aria-selected': isChosen, 'aria-controls': isChosen ? panelId : undefined, tabIndex: isChosen ? 0 : -1 }
}

function placeAfterKey(key: string, place: number, count: number): number | null {
  if (key === 'ArrowRight') return (place + 1) % count
  if (key === 'ArrowLeft') return (place - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return key === ' ' ? place : null
}

function useTabInView(tabId: string): void {
  useEffect(() => {
    const tab = document.getElementById(tabId)
    if (tab) bringIntoView(tab)
  }, [tabId])
}
