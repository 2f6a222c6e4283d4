import type { AmountProblem } from '#shared/amount-limits.ts'
import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { formatFigure, formatMoney, type Money } from '#shared/money.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'

export type AmountTexts = Pick<
  ContentPackages['recharge-translation'],
  'amountRequired' | 'amountDigits' | 'minimumAmount' | 'maximumAmount'
>

/** AMT-1: the words for what is wrong with an amount. */
export function amountWords(problem: AmountProblem | undefined, texts: AmountTexts, language: Language): string | undefined {
  switch (problem?.kind) {
    case undefined:
      return undefined
    case 'missing':
      return texts.amountRequired
    case 'not-a-number':
      return texts.amountDigits
    case 'below-minimum':
      return fillText(texts.minimumAmount, wordsOf(problem.limit, language))
    case 'above-maximum':
      return fillText(texts.maximumAmount, wordsOf(problem.limit, language))
  }
}

/** Ordinary spaces: a sentence may break anywhere. `limit` is for published texts that name the currency themselves. */
function wordsOf(limit: Money, language: Language): { amount: string; limit: string } {
  return { amount: formatMoney(limit, language).replaceAll('\u00a0', ' '), limit: formatFigure(limit, language) }
}
