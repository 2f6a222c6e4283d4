import { createElement, type ReactNode, use } from 'react'
import { IslandsContext } from './islands-context.ts'

/**
 * An island that wants no React: on the server it stands around what it takes over, in the browser it is a function of the element. An
 * eager one has work to do before anybody touches it.
 */
export function plainIsland(name: string, _wake: (element: HTMLElement) => void, { isEager = false }: { isEager?: boolean } = {}) {
  return function PlainIsland({ children }: { children: ReactNode }) {
    const islands = use(IslandsContext)
    if (!islands) throw new Error(`the island ${name} stands in no page`)
    return createElement('x-island', { 'data-files': islands.filesOf(name).join(' '), 'data-eager': isEager || undefined }, children)
  }
}
