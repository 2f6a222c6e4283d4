import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** A request that is served, or work that was due: by its id the log, the operator's and the providers' can be laid side by side. */
export type Work = {
  readonly requestId: string
  /** The payment that it is about, as soon as that is known. */
  reference: string | null
}

const current = new AsyncLocalStorage<Work>()

/** Eight digits before a hyphen would look like somebody's number to the guard of the log. */
export function newRequestId(): string {
  const id = randomUUID()
  return /^[0-9]{8}-/.test(id) ? newRequestId() : id
}

export function newWork(requestId: string = newRequestId()): Work {
  return { requestId, reference: null }
}

/** Whatever is begun inside belongs to this work. */
export function during<Value>(work: Work, run: () => Value): Value {
  return current.run(work, run)
}

export function isAboutPayment(reference: string): void {
  const work = current.getStore()
  if (work) work.reference = reference
}

/** Undefined where nothing is served or due, as while the portal starts. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.requestId
}

/** What every line of the log says about the work that it was written in. */
export function workFields(): { requestId?: string; reference?: string } {
  const work = current.getStore()
  if (!work) return {}
  return { requestId: work.requestId, ...(work.reference !== null && { reference: work.reference }) }
}
