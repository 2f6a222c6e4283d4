import type { ConsoleLanguage } from '../../console-language.ts'
import { consoleTexts } from '../../console-texts.ts'

/** The operator's systems; those of TM Forum are known by the number of their API. */
export const systemTexts = consoleTexts({
  fr: {
    '620': 'Catalogue',
    '622': 'Activation des forfaits',
    '637': 'Lignes',
    '654': 'Crédit et recharges',
    '666': 'Comptes de facturation',
    '676': 'Paiement des factures',
    '678': 'Factures',
    '699': 'Demandes 5G',
    token: 'Accès au réseau',
    sms: 'Centre SMS',
    'exchange-rate': 'Cours de change',
    'line-type': 'Genre de ligne',
  },
  en: {
    '620': 'Catalogue',
    '622': 'Bundle activation',
    '637': 'Lines',
    '654': 'Balances and top-ups',
    '666': 'Billing accounts',
    '676': 'Bill payments',
    '678': 'Bills',
    '699': '5G requests',
    token: 'Access to the operator',
    sms: 'SMS centre',
    'exchange-rate': 'Exchange rate',
    'line-type': 'Kind of line',
  },
})

/** One that has no words is shown as it is. */
export function systemName(system: string, language: ConsoleLanguage): string {
  const texts: Readonly<Record<string, string>> = systemTexts(language)
  return texts[system] ?? system
}
