/** The browser's half: the shell calls it at the first touch, or at once for an eager island. */
export function plainIsland(
  _name: string,
  hydrate: (element: HTMLElement) => void,
  _options: { isEager?: boolean } = {},
): (element: HTMLElement) => void {
  return hydrate
}
