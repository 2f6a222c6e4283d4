import { writeFileSync } from 'node:fs'
import { allProofs, type Proof } from '../tests/proof/test-titles.ts'
import { readRows, resolveEvidence, type Row } from './compliance/evidence.ts'
import { formattedPage } from './formatted-page.ts'

export const THREATS_PAGE = 'docs/compliance/threats.md'
export const THREAT_ROWS = 'scripts/compliance/threat-rows.txt'

/** What each surface is, whom it trusts, and what stays with the operator. */
const SURFACES: Readonly<Record<string, { title: string; about: string; left: string }>> = {
  web: {
    title: 'Web',
    about:
      'Pages and calls for everyone on the internet, without a login, behind a proxy. Worth: money on the way, numbers, SMS that cost. Trusted: nothing that a browser sends.',
    left: 'A phone that is not its owner’s, SIM swaps, a proxy that does not set `x-forwarded-for`, floods beyond the line of the data centre.',
  },
  ussd: {
    title: 'USSD',
    about:
      'A gateway or a Kannel posts what callers dial. It is trusted with the calling number, so its key is worth as much as every customer’s menu.',
    left: 'The gateway itself, the signalling network, phones lent to others.',
  },
  webhooks: {
    title: 'Webhooks and returns',
    about: 'Addresses for payment providers and for payers who come back from them. A return proves nothing about money.',
    left: 'A provider that reports false payments in signed messages: daily reconciliation with its statement finds them.',
  },
  console: {
    title: 'Console',
    about:
      'Pages for staff on a port of their own. Worth: refunds, deliveries, full numbers. Trusted: the identity provider, for who a person is.',
    left: 'Accounts, second factors and devices of staff; two people who agree to steal: the audit log shows them.',
  },
  links: {
    title: 'Links and receipts',
    about:
      'Signed addresses that ask to pay, and codes on receipts. They are passed on by SMS and paper and typed by hand, so they are short.',
    left: 'A customer who pays a link of a person he does not know: the page says for what he pays, and masks for whom.',
  },
  database: {
    title: 'Database and backups',
    about: 'One PostgreSQL holds everything. Portals own its tables; administrators and backups see all.',
    left: 'Encryption of disks and backups, access of administrators, physical safety.',
  },
}

function section(surface: string, rows: readonly Row[], proofs: readonly Proof[]): string {
  const { title, about, left } = SURFACES[surface] ?? { title: surface, about: '', left: '' }
  const lines = rows.map(({ id, words, evidence }) => {
    const [threat = '', defence = ''] = words.split(' > ')
    return `- **${id}** To ${threat}: ${defence}. ${evidence.map((one) => resolveEvidence(one, proofs).shown).join('; ')}.`
  })
  return `## ${title}\n\n${about}\n\n${lines.join('\n')}\n\n**Left to the operator:** ${left}`
}

export async function threatsPage(rows: readonly Row[] = readRows(THREAT_ROWS), proofs: readonly Proof[] = allProofs()): Promise<string> {
  const sections = Object.keys(SURFACES).map((surface) =>
    section(
      surface,
      rows.filter(({ level }) => level === surface),
      proofs,
    ),
  )
  return formattedPage(
    THREATS_PAGE,
    `# Threats\n\nOne section for each surface: what an attacker wants, what stops it, and the test that shows it. Written by \`node scripts/write-threats.ts\` from [threat-rows.txt](../../${THREAT_ROWS}). Look through a surface whenever a call, a provider or a kind of link is added.\n\n${sections.join('\n\n')}\n`,
  )
}

if (import.meta.main) writeFileSync(THREATS_PAGE, await threatsPage())
