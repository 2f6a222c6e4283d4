import { calendarDay, formatDay } from '#shared/calendar-day.ts'
import { fillText } from '#shared/fill-text.ts'
import { formatNumber } from '#shared/format-number.ts'
import type { Language } from '#shared/language.ts'
import { exponentOf } from '#shared/currency-exponent.ts'
import { MONEY } from '#shared/operator.ts'
import { formatMoney, MAX_UNITS, spendable } from '#shared/money.ts'
import { unitWords, type UnitTexts } from '#features/bundles/unit-words.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import type { BalanceItem } from '../contract.ts'

/** In the operator's prices, unless its unit is another currency. */
export function airtimeWords({ balance, unitType }: BalanceItem, language: Language): string {
  const units = Math.max(0, balance ?? 0)
  if (units > MAX_UNITS) return String(Math.floor(units))
  return formatMoney(spendable(units, exponentOf(unitType) === null ? MONEY.prices : unitType), language)
}

/** '12,4 Go': a number with the operator's unit in the visitor's language. */
export function quantityWords(value: number, unit: string, { unitTexts, language }: { unitTexts: UnitTexts; language: Language }): string {
  const figure = formatNumber(value, language, { most: 2 })
  return unit === '' ? figure : `${figure}\u00a0${unitWords(unit, unitTexts)}`
}

export function untilWords(expireTime: string, texts: ContentPackages['balance-translation'], language: Language): string {
  return fillText(texts.validUntil, { day: formatDay(calendarDay(new Date(expireTime)), language) })
}

/** An operator that names no bundle is known by its service alone: the visitor reads the service's name, not our code for it. */
export function balanceName({ balanceDescription, serviceType }: BalanceItem, texts: ContentPackages['balance-translation']): string {
  return balanceDescription === serviceType ? texts[`service${serviceType}`] : balanceDescription
}
