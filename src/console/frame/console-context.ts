import { createContext, use } from 'react'
import type { Staff } from '#shared/staff-role.ts'
import type { ConsoleLanguage } from '../console-language.ts'

/** What every view may use of its request. */
export type ConsoleView = {
  language: ConsoleLanguage
  staff: Staff
  /** The address of the page with its query, without origin. */
  address: string
  /** Proves that a form was rendered for this session. */
  formToken: string
  /** What was typed into a form that was refused, by field name. */
  typed: Readonly<Record<string, string>>
}

export const ConsoleContext = createContext<ConsoleView | null>(null)

export function useConsole(): ConsoleView {
  const view = use(ConsoleContext)
  if (!view) throw new Error('a view of the console is rendered without its context')
  return view
}
