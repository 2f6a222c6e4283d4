import { PART_HEADER } from '#shared/page-part.ts'

const ANSWER_TIMEOUT_MS = 30_000

/** This page's own part as the server would show it now; null when it did not come. */
export function readPageAgain(): Promise<Document | null> {
  return new Promise((resolve) => {
    // The old way of asking makes a document by itself. Text that becomes markup is what our content policy forbids.
    const request = new XMLHttpRequest()
    request.open('GET', location.href)
    request.setRequestHeader(PART_HEADER, 'main')
    request.responseType = 'document'
    request.timeout = ANSWER_TIMEOUT_MS
    request.addEventListener('loadend', () => resolve(request.status === 200 ? request.responseXML : null))
    request.send()
  })
}
