import type { Bundle, ShownBundle } from './contract.ts'

/** What travels to a phone: figures say more than the description, currency and line are the same for the whole list, and calls are counted in minutes. */
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

/** For a page, which is as heavy as what it says. Not for a call: pages that were loaded before an update expect every field. */
export function withoutGaps({ data, dataUnit, voice, sms, ...bundle }: ShownBundle): ShownBundle {
  return {
    ...bundle,
    ...(typeof data === 'number' && { data, dataUnit }),
    ...(typeof voice === 'number' && { voice }),
    ...(typeof sms === 'number' && { sms }),
  }
}
