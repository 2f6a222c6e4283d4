import { jsonForHtml } from '#portal/page/json-for-html.ts'
import type { SessionKey } from './session-keys.ts'

/** STATE-1: what the server keeps for this visit, for the shell to repeat in session storage. Null takes a value away. */
export function SessionValues({ values }: { values: Partial<Record<SessionKey, object | string | null>> }) {
  return <script type="application/json" data-session dangerouslySetInnerHTML={{ __html: jsonForHtml(values) }} />
}
