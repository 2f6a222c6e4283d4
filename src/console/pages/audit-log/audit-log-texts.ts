import { consoleTexts } from '../../console-texts.ts'

export const auditLogTexts = consoleTexts({
  fr: {
    title: 'Journal',
    lead: 'Qui a fait, vu ou voulu quoi. Rien ne s’y efface ; chaque ligne est scellée avec la précédente.',
    time: 'Heure',
    who: 'Qui',
    what: 'Quoi',
    target: 'Sur',
  },
  en: {
    title: 'Audit log',
    lead: 'Who did, saw or asked for what. Nothing is erased; each line is sealed with the one before.',
    time: 'Time',
    who: 'Who',
    what: 'What',
    target: 'On',
  },
})
