import { fillText } from '#shared/fill-text.ts'
import { toGsmText } from '#shared/gsm-text.ts'
import type { Language } from '#shared/language.ts'
import { formatShort, fromMajor } from '#shared/money.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import type { AskedPayment } from '../contract.ts'

/** The message sent with a link, in GSM characters and within one SMS. It states the goods, and no text of the link's maker. */
export function messageOf(
  { kind, amount, description }: AskedPayment,
  texts: ContentPackages['link-translation'],
  { address, language }: { address: string; language: Language },
): string {
  return toGsmText(fillText(texts[`message_${kind}`], { sum: formatShort(fromMajor(amount), language), name: description, address }))
}
