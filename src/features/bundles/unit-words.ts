export type UnitTexts = { unitGB: string; unitMB: string; unitMinutes: string; unitSms: string }

/** 'Go' for GB: the operator's units in the visitor's language; unknown units stay unchanged. */
export function unitWords(unit: string, texts: UnitTexts): string {
  const words: Partial<Record<string, string>> = { GB: texts.unitGB, MB: texts.unitMB, MIN: texts.unitMinutes, SMS: texts.unitSms }
  return words[unit.toUpperCase()] ?? unit
}
