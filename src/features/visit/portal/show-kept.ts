import { readSession } from './session-keys.ts'

/** Fills and shows the elements for the stored ticket. Storage may hold foreign data: anything but a ticket is ignored. */
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
