import { consoleTexts } from '../../console-texts.ts'

export const approvalsTexts = consoleTexts({
  fr: {
    title: 'Accords',
    lead: 'Ce qu’une personne a proposé et qu’une autre doit décider. Qui propose n’approuve pas ; une proposition tombe après 24 heures.',
    yours: 'Attendent votre accord',
    others: 'Attendent une autre personne',
    what: 'Quoi',
    reference: 'Référence',
    by: 'Proposé par',
    why: 'Pourquoi',
    age: 'Depuis',
    ends: 'Tombe',
    read: 'Relire…',
    emptyTitle: 'Aucune décision n’attend',
    emptyText: 'Une proposition de remboursement, de nouvelle livraison ou de clôture apparaît ici dès qu’elle est faite.',
  },
  en: {
    title: 'Approvals',
    lead: 'What one person proposed and another has to decide. A proposer does not approve; a proposal ends after 24 hours.',
    yours: 'Waiting for your approval',
    others: 'Waiting for another person',
    what: 'What',
    reference: 'Reference',
    by: 'Proposed by',
    why: 'Why',
    age: 'Since',
    ends: 'Ends',
    read: 'Read…',
    emptyTitle: 'No decision is waiting',
    emptyText: 'A proposal of a refund, of another delivery or of a closing appears here as soon as it is made.',
  },
})
