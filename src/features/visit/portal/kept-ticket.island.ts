import { plainIsland } from '#plain-island'
import { readSession } from './session-keys.ts'

type KeptTicket = { what: string; sum: string; goal: string }

/** A page that could not ask the server shows what was chosen and not yet paid from what the phone keeps for the visit. */
function wake(element: HTMLElement): void {
  const kept = readKept()
  const ticket = element.querySelector<HTMLElement>('[data-kept]')
  if (!kept || !ticket) return
  for (const part of ticket.querySelectorAll<HTMLElement>('[data-of]')) {
    const { of } = part.dataset
    if (of === 'what' || of === 'sum' || of === 'goal') part.textContent = kept[of]
  }
  ticket.hidden = false
}

function readKept(): KeptTicket | null {
  try {
    return JSON.parse(readSession('keptTicket') ?? 'null') as KeptTicket | null
  } catch {
    return null
  }
}

export default plainIsland('kept-ticket', wake, { isEager: true })
