/** A sheet without its comments and its lines. */
export function smallerStyle(style: string): string {
  return style.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ')
}
