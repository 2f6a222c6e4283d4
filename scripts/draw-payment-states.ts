import { writeFileSync } from 'node:fs'
import { ATTEMPT_MOVES } from '../src/features/payment/engine/attempt-states.ts'

export const PAYMENT_STATES_PAGE = 'docs/payment-states.md'

/** The page that shows how an attempt to pay may move, drawn from the table the engine obeys. */
export function paymentStatesPage(): string {
  const moves = Object.entries(ATTEMPT_MOVES).flatMap(([from, all]) => all.map((to) => `  ${from} --> ${to}`))
  return `# The states of an attempt to pay

Drawn by \`node scripts/draw-payment-states.ts\` from \`src/features/payment/engine/attempt-states.ts\`; a test fails when it is stale.
What is not drawn cannot happen. Late proof of payment is why DECLINED, CANCELLED and EXPIRED are not the end.

\`\`\`mermaid
stateDiagram-v2
  [*] --> CREATED
${moves.join('\n')}
  REFUNDED --> [*]
\`\`\`
`
}

if (import.meta.main) writeFileSync(PAYMENT_STATES_PAGE, paymentStatesPage())
