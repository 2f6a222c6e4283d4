import { fillText } from '#shared/fill-text.ts'
import { DELIVERIES, waysOf } from '#features/payment/server/reconciliation/statement-sources.ts'
import { CONNECTORS } from '#shared/connector-table.ts'
import type { ConsoleLanguage } from '../../console-language.ts'
import { consoleTexts } from '../../console-texts.ts'

export const reconciliationTexts = consoleTexts({
  fr: {
    title: 'Rapprochement',
    lead: 'Les relevés des services de paiement contre le livre, jour par jour. Deux personnes signent ; un jour signé ne change plus.',
    fiveDays: 'cinq jours',
    days: 'Jours rapprochés',
    noDays: 'Aucun relevé',
    noDaysText: 'Déposez le premier relevé d’un service : la comparaison ne change aucun paiement.',
    upload: 'Nouveau relevé',
    source: 'De',
    chooseSource: 'Choisissez…',
    day: 'Jour',
    file: 'Fichier',
    fileHint: 'CSV, XLSX ou JSON, 128 Mo au plus. Il est chiffré, et effacé dès qu’il est comparé, au plus tard après un jour.',
    send: 'Lire le relevé',
    uploadRole: 'Finances dépose les relevés.',
    operator: 'Livraisons de l’opérateur',
    differences: 'Écarts',
    toExplain: 'À expliquer',
    signatures: 'Signatures',
    state: 'État',
    notCompared: 'à comparer',
    explain: 'à expliquer',
    ready: 'à signer',
    signedOnce: 'signé une fois',
    signed: 'signé',
    none: '—',
    uncompared: 'Relevés à comparer',
    notSent: 'Le relevé n’a pas été déposé',
    noFile: 'Choisissez un service, un jour et un fichier.',
    dayWrong: 'Ce jour n’a pas commencé.',
    daySigned: 'Ce jour est signé et ne change plus. Déposez une ligne tardive au jour où elle est trouvée.',
    tooLarge: 'Le fichier dépasse 128 Mo. Demandez le relevé par parties.',
    sameFile: 'Ce fichier a déjà été comparé',
    sameFileText: '{source}, {day}, sous le nom « {file} ». Rien n’est compté deux fois.',
    received: 'Relevé lu',
    faultAt: 'Ligne {line} : {text}',
    fault_empty: 'Le fichier est vide.',
    'fault_no-table': 'Aucune ligne de titres n’a été trouvée.',
    fault_binary: 'Ce n’est ni un CSV, ni un XLSX, ni un JSON.',
    fault_quotes: 'Un guillemet n’est pas fermé.',
    fault_json: 'Le JSON n’est pas une liste de lignes.',
    fault_xlsx: 'Le classeur ne peut pas être lu. Enregistrez-le de nouveau en XLSX ou en CSV.',
    'fault_too-large-inside': 'Le fichier se déplie en bien plus qu’un relevé : il est refusé.',
    'fault_too-long-line': 'Une ligne est trop longue pour un relevé.',
    fault_columns: 'Le fichier a trop de colonnes.',
  },
  en: {
    title: 'Reconciliation',
    lead: 'Statements of payment services against the books, day by day. Two people sign; a signed day never changes.',
    fiveDays: 'five days',
    days: 'Reconciled days',
    noDays: 'No statement',
    noDaysText: 'Upload the first statement of a service: comparing changes no payment.',
    upload: 'New statement',
    source: 'From',
    chooseSource: 'Choose…',
    day: 'Day',
    file: 'File',
    fileHint: 'CSV, XLSX or JSON, 128 MB at most. It is encrypted, and erased once it is compared, after one day at the latest.',
    send: 'Read the statement',
    uploadRole: 'Finance uploads statements.',
    operator: 'Deliveries of the operator',
    differences: 'Differences',
    toExplain: 'To explain',
    signatures: 'Signatures',
    state: 'State',
    notCompared: 'to compare',
    explain: 'to explain',
    ready: 'to sign',
    signedOnce: 'signed once',
    signed: 'signed',
    none: '—',
    uncompared: 'Statements to compare',
    notSent: 'The statement was not uploaded',
    noFile: 'Choose a service, a day and a file.',
    dayWrong: 'This day has not begun.',
    daySigned: 'This day is signed and never changes. Upload a late line to the day on which it is found.',
    tooLarge: 'The file is larger than 128 MB. Ask for the statement in parts.',
    sameFile: 'This file was compared before',
    sameFileText: '{source}, {day}, under the name “{file}”. Nothing is counted twice.',
    received: 'Statement read',
    faultAt: 'Line {line}: {text}',
    fault_empty: 'The file is empty.',
    'fault_no-table': 'No line of headings was found.',
    fault_binary: 'This is neither CSV nor XLSX nor JSON.',
    fault_quotes: 'A quotation mark is not closed.',
    fault_json: 'The JSON is not a list of lines.',
    fault_xlsx: 'The workbook cannot be read. Save it again as XLSX or CSV.',
    'fault_too-large-inside': 'The file unpacks to far more than a statement: it is refused.',
    'fault_too-long-line': 'A line is too long for a statement.',
    fault_columns: 'The file has too many columns.',
  },
})

/** 'Paystack'; the operator's own statement of deliveries by its kind. */
export function sourceName(source: string, language: ConsoleLanguage): string {
  if (source === DELIVERIES) return reconciliationTexts(language).operator
  const [way] = waysOf(source)
  return (way && CONNECTORS[way].name) ?? source
}

export function faultText(fault: { why: string; at: string }, language: ConsoleLanguage): string {
  const texts: Readonly<Record<string, string>> = reconciliationTexts(language)
  const text = texts[`fault_${fault.why}`] ?? fault.why
  return /^\d+$/.test(fault.at) ? fillText(reconciliationTexts(language).faultAt, { line: fault.at, text }) : text
}
