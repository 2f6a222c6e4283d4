/** The facts about a call that pages and browsers need. Its schemas stay on the server. */
export type CallFacts = { method: 'GET' | 'POST'; url: string; isRepeatable: boolean }

/** Contracts export schemas beside their calls. */
export function isCall(value: unknown): value is CallFacts {
  return typeof value === 'object' && value !== null && 'isRepeatable' in value
}
