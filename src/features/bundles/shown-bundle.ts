import type { Bundle, ShownBundle } from './contract.ts'

/** The fields sent to a phone: numbers instead of the description, currency and line once for the whole list, and calls in minutes. */
export function shownBundle({
  currency: _currency,
  lineType: _lineType,
  voiceUnit: _voiceUnit,
  description,
  ...bundle
}: Bundle): ShownBundle {
  const hasFigures = bundle.data !== null || bundle.voice !== null || bundle.sms !== null
  return hasFigures ? bundle : { ...bundle, description }
}

/** Drops empty fields to make a page lighter. Not for a call: pages loaded before an upgrade expect every field. */
export function withoutGaps({ data, dataUnit, voice, sms, ...bundle }: ShownBundle): ShownBundle {
  return {
    ...bundle,
    ...(typeof data === 'number' && { data, dataUnit }),
    ...(typeof voice === 'number' && { voice }),
    ...(typeof sms === 'number' && { sms }),
  }
}
