import { consoleTexts } from '../console-texts.ts'

export const wrongRoleTexts = consoleTexts({
  fr: {
    title: 'Cette page n’est pas dans votre rôle',
    actTitle: 'Cette action n’est pas dans votre rôle',
    you: 'Vous êtes {name}, {roles}. Il faut ici : {needed}. Cette visite est écrite au journal ; ce n’est pas une faute.',
    may: 'Votre rôle peut',
    goOn: 'Aller à « {page} »',
    nothing: 'Rien n’a été changé.',
    propose: 'proposer : {act}',
    others: 'Il faut un autre rôle pour',
    othersDo: '{act} : {roles}',
    othersApprove: 'approuver « {act} » : {roles}',
    none: 'lire la vue d’ensemble et vos propres lignes du journal',
  },
  en: {
    title: 'This page is not in your role',
    actTitle: 'This action is not in your role',
    you: 'You are {name}, {roles}. Needed here: {needed}. This visit is written to the audit log; it is not a fault.',
    may: 'Your role may',
    goOn: 'Go to “{page}”',
    nothing: 'Nothing was changed.',
    propose: 'propose: {act}',
    others: 'Another role is needed to',
    othersDo: '{act}: {roles}',
    othersApprove: 'approve “{act}”: {roles}',
    none: 'read the overview and your own lines of the audit log',
  },
})
