/**
 * A typed text as one line of signs that are seen: no control characters, and no format characters, which turn the direction of what follows
 * or part a secret into pieces that no mask finds.
 */
export function visibleText(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
