import type { ReactNode } from 'react'

/** The browser's half: what the shell calls when the island is touched. */
export function plainIsland(_name: string, wake: (element: HTMLElement) => void): (props: { children: ReactNode }) => never {
  return wake as never
}
