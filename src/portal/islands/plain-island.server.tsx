import { createElement, type ReactNode, use } from 'react'
import { IslandsContext } from './islands-context.ts'

/**
 * An island without React: on the server it wraps the markup that it takes over, in the browser it is a function of the element. An
 * eager one runs before the first touch.
 */
export function plainIsland(name: string, _wake: (element: HTMLElement) => void, { isEager = false }: { isEager?: boolean } = {}) {
  return function PlainIsland({ children }: { children: ReactNode }) {
    const islands = use(IslandsContext)
    if (!islands) throw new Error(`the island ${name} stands in no page`)
    return createElement('x-island', { 'data-files': islands.filesOf(name).join(' '), 'data-eager': isEager || undefined }, children)
  }
}
