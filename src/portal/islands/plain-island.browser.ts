import type { ReactNode } from 'react'

/** The browser's half: what the shell calls when the island is touched, or at once where it is eager. */
export function plainIsland(
  _name: string,
  wake: (element: HTMLElement) => void,
  _options: { isEager?: boolean } = {},
): (props: { children: ReactNode }) => never {
  return wake as never
}
