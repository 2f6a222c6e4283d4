import { createContext, use } from 'react'
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts'
import type { ContentPackages } from './content-packages.ts'

export type FrameValue = { language: Language; texts: ContentPackages['orp-translation'] }

export const FrameContext = createContext<FrameValue | null>(null)

export function useLanguage(): Language {
  return use(FrameContext)?.language ?? DEFAULT_LANGUAGE
}

/** The texts every page shares: names of buttons, headings of toasts, common messages. */
export function useSharedTexts(): ContentPackages['orp-translation'] {
  const frame = use(FrameContext)
  if (!frame) throw new Error('shared texts are read inside the page frame')
  return frame.texts
}
