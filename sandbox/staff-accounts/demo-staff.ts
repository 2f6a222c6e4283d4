import type { Words } from '../demo-identities.ts'

export type DemoStaff = { id: string; name: string; groups: readonly string[]; note: Words }

/** The operator's staff in the pretend world: an account for each role of the console, and one with two roles. */
export const DEMO_STAFF: readonly DemoStaff[] = [
  { id: 'staff-viewer-1', name: 'Lecture 1', groups: ['viewer'], note: { fr: 'Lit', en: 'Reads' } },
  {
    id: 'staff-care-1',
    name: 'Agent 1',
    groups: ['care'],
    note: {
      fr: 'Relation client : redemande, répond, propose un remboursement',
      en: 'Customer care: asks again, answers, proposes a refund',
    },
  },
  {
    id: 'staff-finance-1',
    name: 'Finance 1',
    groups: ['finance'],
    note: { fr: 'Finances : propose, rapproche, exporte', en: 'Finance: proposes, reconciles, exports' },
  },
  {
    id: 'staff-editor-1',
    name: 'Rédaction 1',
    groups: ['editor'],
    note: { fr: 'Rédaction : écrit les textes', en: 'Editor: writes texts' },
  },
  {
    id: 'staff-approver-1',
    name: 'Approbation 1',
    groups: ['approver'],
    note: { fr: 'Approbation : la deuxième personne', en: 'Approver: the second person' },
  },
  {
    id: 'staff-finance-2',
    name: 'Finance 2',
    groups: ['finance', 'approver'],
    note: { fr: 'Finances et approbation, jamais pour sa propre proposition', en: 'Finance and approver, never for their own proposal' },
  },
]
