/** Whoever is paying is not led elsewhere: the menu and its style go away. */
export function isPaying(path: string): boolean {
  return path.startsWith('/payment/')
}
