import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** A request that is served, or a scheduled job: its id correlates our log with the operator's and the providers'. */
export type RequestContext = {
  readonly requestId: string
  /** The payment that it is about, as soon as that is known. */
  reference: string | null
}

const current = new AsyncLocalStorage<RequestContext>()

/** The log's number guard would mask eight digits before a hyphen as a mobile number. */
export function newRequestId(): string {
  const id = randomUUID()
  return /^[0-9]{8}-/.test(id) ? newRequestId() : id
}

export function createRequestContext(requestId: string = newRequestId()): RequestContext {
  return { requestId, reference: null }
}

/** All calls made inside belong to this request or job. */
export function runInContext<Value>(work: RequestContext, run: () => Value): Value {
  return current.run(work, run)
}

export function setPaymentReference(reference: string): void {
  const work = current.getStore()
  if (work) work.reference = reference
}

/** Undefined outside requests and jobs, as while the portal starts. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.requestId
}

/** The fields of the current request or job in every log line. */
export function requestContextFields(): { requestId?: string; reference?: string } {
  const work = current.getStore()
  if (!work) return {}
  return { requestId: work.requestId, ...(work.reference !== null && { reference: work.reference }) }
}
