import { readFileSync, writeFileSync } from 'node:fs'
import { PAGE_TABLE } from '../src/composition/page-table.ts'
import { islandsOf, paymentPages } from '../src/commands/script-inventory.ts'
import { CONNECTORS } from '../src/shared/connector-table.ts'
import { formattedPage } from './formatted-page.ts'
import { markdownTable } from './markdown-table.ts'

export const SCRIPTS_PAGE = 'docs/compliance/scripts.md'

const FRAME = 'src/portal/layout/page-frame.tsx'

/** PCI DSS 6.4.3 wants a reason for each script. A script without one stops the page, and with it the tests. */
const REASONS: Readonly<Record<string, string>> = {
  'portal/shell/shell.ts': 'on every page: wakes islands, shows waits and a lost network',
  'portal/shell/fields.ts': 'on pages with fields: restores and encrypts what was typed',
  'features/field-encryption/portal/encrypt-values.ts': 'encrypts numbers, addresses and codes before they are sent',
  'features/payment/portal/card-popup.island.ts': 'opens Paystack’s checkout in a frame over the page; without it the payer is redirected',
  'features/payment/portal/airtime-form.island.tsx': 'asks for the one-time code in place',
  'features/payment/portal/pin-payment.island.tsx': 'encrypts the PIN of a wallet for the wallet, and asks for the one-time code in place',
  'features/payment/portal/typing-help.island.ts': 'groups digits and offers the number of the visit',
  'features/payment/portal/status-watch.island.ts': 'updates the state of the payment in place',
  'features/payment/portal/receipt-actions.island.ts': 'shares and prints the receipt',
  'features/device-storage/portal/keep-number.island.ts': 'keeps the number on the phone, when asked to',
  'features/receipt/portal/receipt-file.island.ts': 'draws the receipt as a picture and keeps a copy, when asked to',
}

const FIXED = [
  ['/offline.js', 'installs the worker below; loaded after the page, where nothing saves data'],
  ['/kept-numbers.js', 'suggests the numbers that the visitor keeps on this phone'],
  ['/service-worker.js', 'answers for pages that cannot be reached; stores no page of a payment'],
] as const

function reasonFor(file: string): string {
  const name = file.replace(/^src\//, '')
  const reason = REASONS[name]
  if (reason === undefined) throw new Error(`scripts/write-script-page.ts gives no reason for ${file}, which a payment page loads`)
  return `\`${name.replace(/^.*\//, '')}\``
}

function framedOrigins(): string {
  const framed = Object.values(CONNECTORS).flatMap((record) =>
    'checkout' in record && record.checkout.isFramed ? [`${record.name}: \`${record.checkout.origin}\``] : [],
  )
  return framed.join(', ')
}

export async function scriptsPage(): Promise<string> {
  const rows = paymentPages().map((path) => {
    const islands = [...islandsOf(FRAME), ...islandsOf(`src/${PAGE_TABLE[path]}`)]
    return [`\`${path}\``, islands.map(reasonFor).join(', ') || 'none besides those of every page']
  })
  const reasons = Object.entries(REASONS).map(([name, reason]) => [`\`src/${name}\``, reason])
  const page = readFileSync('scripts/compliance/scripts-page.md', 'utf8')
  const parts: Record<string, string> = {
    pages: markdownTable(['page', 'its scripts'], rows),
    reasons: markdownTable(['script', 'why it is there'], [...reasons, ...FIXED.map(([path, reason]) => [`\`${path}\``, reason])]),
    frames: framedOrigins(),
  }
  return formattedPage(
    SCRIPTS_PAGE,
    page.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => parts[name] ?? ''),
  )
}

if (import.meta.main) writeFileSync(SCRIPTS_PAGE, await scriptsPage())
