import { writeFileSync } from 'node:fs'
import { ATTEMPT_MOVES } from '../src/features/payment/engine/attempt-states.ts'
import { formattedPage } from './formatted-page.ts'

export const PAYMENT_STATES_PAGE = 'docs/payment-states.md'

/** The page that shows how an attempt to pay may move, drawn from the table the engine obeys. */
export async function paymentStatesPage(): Promise<string> {
  const moves = Object.entries(ATTEMPT_MOVES).flatMap(([from, all]) => all.map((to) => `  ${from} --> ${to}`))
  return formattedPage(
    PAYMENT_STATES_PAGE,
    `# Payment attempt states

Drawn by \`node scripts/draw-payment-states.ts\` from \`src/features/payment/engine/attempt-states.ts\`; a test fails when it is stale.
Other transitions are impossible. DECLINED, CANCELLED and EXPIRED are not final, because proof of payment may arrive late.

\`\`\`mermaid
stateDiagram-v2
  [*] --> CREATED
${moves.join('\n')}
  REFUNDED --> [*]
\`\`\`
`,
  )
}

if (import.meta.main) writeFileSync(PAYMENT_STATES_PAGE, await paymentStatesPage())
