/** Payment pages have no menu, so that nothing leads away from paying. */
export function isPaying(path: string): boolean {
  return path.startsWith('/payment/')
}
