import { API_PREFIX } from '#calls/addresses.ts'
import { differenceOfFile, differenceOfFixed, differencesOfPage, type PageRules, type Received } from './compare-page.ts'
import type { ScriptInventory } from './script-inventory.ts'

export type Walk = {
  /** The portal as customers reach it. */
  origin: string
  /** The line for which a purchase is begun; it is never paid. */
  msisdn: string
  amount: number
  inventory: ScriptInventory
  rules: PageRules
}

export type WalkLine = { address: string; differences: string[] }

const TIMEOUT_MS = 20_000
const MAX_BYTES = 2_000_000
/** The status page without a payment is a page too. */
const SHOWN = new Set([200, 404])

/**
 * Opens the payment pages as a visitor who began a purchase, and every script that they may load. A page whose payment method is off
 * redirects and is left out; nothing is paid and no payment is started.
 */
export async function walkPaymentPages({ origin, msisdn, amount, inventory, rules }: Walk): Promise<WalkLine[]> {
  const { cookie, purchaseId } = await beginPurchase(origin, { msisdn, amount })
  const lines: WalkLine[] = []
  for (const [path, listed] of Object.entries(inventory.pages)) {
    if (/[:*]/.test(path)) continue
    const page = await receive(`${origin}${path}?purchase=${purchaseId}`, { cookie, accept: 'text/html' })
    if (page.status >= 300 && page.status < 400) continue
    lines.push({
      address: path,
      differences: SHOWN.has(page.status) ? differencesOfPage(page, listed, rules) : [`answered ${page.status}`],
    })
  }
  const [assets = origin] = rules.assetBases.toReversed().map((base) => (base === '' ? origin : base))
  for (const file of Object.keys(inventory.files)) {
    const difference = differenceOfFile(file, await receive(`${assets}/${file}`), inventory)
    lines.push({ address: `/${file}`, differences: difference === null ? [] : [difference] })
  }
  for (const address of Object.keys(inventory.fixed)) {
    const difference = differenceOfFixed(address, await receive(`${origin}${address}`), inventory)
    lines.push({ address, differences: difference === null ? [] : [difference] })
  }
  return lines
}

async function beginPurchase(origin: string, { msisdn, amount }: Pick<Walk, 'msisdn' | 'amount'>) {
  const answer = await fetch(`${origin}${API_PREFIX}/transaction/v1/purchase`, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ kind: 'airtime', msisdn, amount, redirectPage: '/prepaid-recharge' }),
  })
  const reply: unknown = await answer.json().catch(() => null)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0] ?? '')
    .join('; ')
  const purchaseId = /"purchaseId":"([\w-]+)"/.exec(JSON.stringify(reply))?.[1]
  if (purchaseId === undefined)
    throw new Error(`the portal began no purchase (${answer.status}): is the number a prepaid line of the operator?`)
  return { cookie, purchaseId }
}

async function receive(address: string, headers: Record<string, string> = {}): Promise<Received> {
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), headers })
  const body = await answer.text()
  if (body.length > MAX_BYTES) throw new Error(`${address} is larger than any page or script of ours`)
  return { status: answer.status, policy: answer.headers.get('content-security-policy') ?? '', body }
}
