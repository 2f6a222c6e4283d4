import type { Bundle, ShownBundle } from './contract.ts'

/** What travels to a phone: figures say more than the description, and currency and line are the same for the whole list. */
export function shownBundle({ currency: _currency, lineType: _lineType, ...bundle }: Bundle): ShownBundle {
  const hasFigures = bundle.data !== null || bundle.voice !== null || bundle.sms !== null
  return hasFigures ? { ...bundle, description: '' } : bundle
}
