import { PART_HEADER } from '#shared/page-part.ts'

const ANSWER_TIMEOUT_MS = 30_000

/** Fetches this page's own part from the server again; null when that fails. */
export function readPageAgain(): Promise<Document | null> {
  return new Promise((resolve) => {
    // XMLHttpRequest parses the document itself. Our content security policy forbids turning text into markup.
    const request = new XMLHttpRequest()
    request.open('GET', location.href)
    request.setRequestHeader(PART_HEADER, 'main')
    request.responseType = 'document'
    request.timeout = ANSWER_TIMEOUT_MS
    request.addEventListener('loadend', () => resolve(request.status === 200 ? request.responseXML : null))
    request.send()
  })
}
