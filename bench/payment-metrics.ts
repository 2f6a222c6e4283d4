import { p95 } from './figures.ts'
import { atRate, withConnections } from './load.ts'
import type { PaymentPortal } from './payment-world.ts'

const CONNECTIONS = 10
const INITIATES_PER_SECOND = 50

/** Whole payments within this time, sequential on each connection. */
export async function paymentsPerSecond(portal: PaymentPortal, seconds: number): Promise<{ perSecond: number; p95Ms: number }> {
  const purchases = await portal.preparePurchases(Math.ceil(seconds * 1000))
  const took: number[] = []
  const began = performance.now()
  await withConnections(portal.port, CONNECTIONS, async (connection) => {
    while (performance.now() - began < seconds * 1000) {
      const purchase = purchases.pop()
      if (!purchase) return
      const from = performance.now()
      await portal.pay(connection, purchase)
      took.push(performance.now() - from)
    }
  })
  return { perSecond: took.length / ((performance.now() - began) / 1000), p95Ms: p95(took) }
}

/** Initiates that arrive at a steady rate. */
export async function initiateP95(portal: PaymentPortal, seconds: number): Promise<number> {
  const purchases = await portal.preparePurchases(INITIATES_PER_SECOND * seconds)
  const asked = purchases.map((purchase) => portal.initiating(purchase))
  const answers = await atRate(portal.port, {
    perSecond: INITIATES_PER_SECOND,
    seconds,
    next: (position) => asked[position] ?? { path: '/healthz' },
  })
  const refused = answers.filter(({ status }) => status !== 200).length
  if (refused > 0) throw new Error(`${refused} of ${answers.length} initiates were refused`)
  return p95(answers.map(({ milliseconds }) => milliseconds))
}
