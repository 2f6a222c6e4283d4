import { useEffect, useRef, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { searchHelp, type SearchResult } from '../contract.ts'
import { MAX_SEARCH } from '#shared/help-search.ts'
import { SEARCH_DELAY_MS } from '../rules.ts'

/**
 * HELP-2: fetches suggestions after a pause in typing; an empty text clears them. A response older than the typed text is discarded,
 * and a missing one leaves the box as it is: Enter still searches.
 */
export function useSuggestions(language: Language) {
  const [found, setFound] = useState<SearchResult | null>(null)
  const pending = useRef<AbortController | null>(null)
  useEffect(() => () => pending.current?.abort(), [])

  function ask(typed: string) {
    pending.current?.abort()
    const text = typed.trim().slice(0, MAX_SEARCH)
    // Abuse 86: text that may be a card, a code or an address is not sent; Enter still searches.
    if (text === '' || /@|(?:[0-9].?){5}/.test(text)) {
      setFound(null)
      return
    }
    const controller = new AbortController()
    pending.current = controller
    const timer = setTimeout(() => void fetchInto(text, controller.signal), SEARCH_DELAY_MS)
    controller.signal.addEventListener('abort', () => clearTimeout(timer))
  }

  async function fetchInto(text: string, signal: AbortSignal) {
    const answer = await apiClient(language, { searchHelp }).searchHelp({ text }, { signal })
    if (!signal.aborted) setFound(answer?.status === 'success' ? answer.result : null)
  }

  function clear() {
    pending.current?.abort()
    setFound(null)
  }

  return { found, ask, clear }
}
