import { encodeSms, septetsOf, SMS_SIZES, toGsmText } from './gsm-text.ts'

export type SmsMeasure = {
  /** As it is sent. */
  text: string
  coding: 'gsm' | 'unicode'
  parts: number
  /** Septets, or units of UCS-2. */
  units: number
  /** What this SMS, or each of its parts, holds. */
  size: number
  /** MSG-3: signs outside of GSM-7 that go out as others; blanks are not worth a word. */
  replaced: { sign: string; by: string; count: number }[]
  /** Signs without a substitute: one is enough for the short parts of UCS-2. */
  outside: string[]
}

/** What a text costs as an SMS, and which of its signs change: by the server, and in the console's script while a person types. */
export function measureSms(text: string): SmsMeasure {
  const { text: sent, coding, parts } = encodeSms(text)
  const { single, part } = SMS_SIZES[coding]
  const signs = Map.groupBy(text.normalize('NFC'), (sign) => sign)
  const changed = [...signs].flatMap(([sign, { length: count }]) => {
    const by = toGsmText(sign)
    return by === sign || by === ' ' ? [] : [{ sign, by, count }]
  })
  return {
    text: sent,
    coding,
    parts,
    units: coding === 'gsm' ? septetsOf(sent) : sent.length,
    size: parts === 1 ? single : part,
    replaced: coding === 'gsm' ? changed : [],
    outside: changed.filter(({ by }) => by === '?').map(({ sign }) => sign),
  }
}
