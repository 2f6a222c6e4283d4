import { jsonForHtml } from '#portal/page/json-for-html.ts'
import type { SessionKey } from './session-keys.ts'

/** STATE-1: the visit's server data, which the shell mirrors in session storage. Null removes a value. */
export function SessionValues({ values }: { values: Partial<Record<SessionKey, object | string | null>> }) {
  return <script type="application/json" data-session dangerouslySetInnerHTML={{ __html: jsonForHtml(values) }} />
}
