import type { Puzzle } from '#shared/puzzle.ts'

const AT_ONCE = 64

/** The header with the solution. WebCrypto hashes off the main thread, so the page stays responsive. Loaded on demand. */
export async function solvePuzzle({ challenge, parts, bits }: Puzzle): Promise<string> {
  const numbers: number[] = []
  for (let part = 0; part < parts; part += 1) numbers.push(await findNumber(`${challenge}:${part}:`, bits))
  return `${challenge}:${numbers.join(',')}`
}

/** A quiet strip at the foot of the page while the phone works, and while its call waits. */
export function showMoment(message: string): () => void {
  const strip = document.createElement('p')
  strip.setAttribute('role', 'status')
  strip.textContent = message
  Object.assign(strip.style, {
    position: 'fixed',
    insetInline: '0',
    bottom: '0',
    margin: '0',
    padding: '0.75rem 1rem',
    textAlign: 'center',
    background: 'Canvas',
    color: 'CanvasText',
    borderTop: '1px solid currentColor',
    zIndex: '100',
  })
  document.body.append(strip)
  return () => strip.remove()
}

async function findNumber(prefix: string, bits: number): Promise<number> {
  const encoder = new TextEncoder()
  for (let first = 0; ; first += AT_ONCE) {
    const tried = Array.from({ length: AT_ONCE }, (_, each) => crypto.subtle.digest('SHA-256', encoder.encode(`${prefix}${first + each}`)))
    const found = (await Promise.all(tried)).findIndex((digest) => new DataView(digest).getUint32(0) >>> (32 - bits) === 0)
    if (found !== -1) return first + found
  }
}
