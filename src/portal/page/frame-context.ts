import { createContext, use } from 'react'
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'

export type FrameValue = {
  language: Language
  /** API-1 */
  callHeaders: Readonly<Record<string, string>>
  /** Called during server rendering when the page has fields. */
  onFields?: () => void
}

export const FrameContext = createContext<FrameValue | null>(null)

export function useLanguage(): Language {
  return use(FrameContext)?.language ?? DEFAULT_LANGUAGE
}
