import { fillText } from '#shared/fill-text.ts'
import { toGsmText } from '#shared/gsm-text.ts'
import type { Language } from '#shared/language.ts'
import { formatFrancs, xof } from '#shared/money.ts'
import type { ContentPackages } from '#portal/texts/content-packages.ts'
import type { AskedPayment } from '../contract.ts'

/** What is sent with a link, in characters of one SMS: it says what it is for, and nothing that its maker wrote. */
export function messageOf(
  { kind, amount, description }: AskedPayment,
  texts: ContentPackages['link-translation'],
  { address, language }: { address: string; language: Language },
): string {
  return toGsmText(fillText(texts[`message_${kind}`], { sum: formatFrancs(xof(amount), language), name: description, address }))
}
