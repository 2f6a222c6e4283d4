import { readSession } from './session-keys.ts'

/** Fills the places that wait for the kept ticket, and shows them. Anything may stand in storage: what is no ticket is not shown. */
export function showKept(root: ParentNode): void {
  const kept = readKept()
  if (!kept) return
  for (const ticket of root.querySelectorAll<HTMLElement>('[data-kept]')) {
    for (const part of ticket.querySelectorAll<HTMLElement>('[data-of]')) {
      const text: unknown = Reflect.get(kept, part.dataset.of ?? '')
      part.textContent = typeof text === 'string' ? text : ''
    }
    ticket.hidden = false
  }
}

function readKept(): object | null {
  try {
    const kept: unknown = JSON.parse(readSession('keptTicket') ?? 'null')
    return typeof kept === 'object' ? kept : null
  } catch {
    return null
  }
}
