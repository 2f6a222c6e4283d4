import type { ConfigData } from './contract.ts'

/** What is wrong with limits that are each right by themselves, in sentences for an editor. */
export function configProblems({ preMinAmnt, preMaxAmnt, postMinAmnt, postMaxAmnt, quickAmounts }: ConfigData): string[] {
  const outside = quickAmounts.filter((amount) => amount < preMinAmnt || amount > preMaxAmnt)
  return [
    ...(preMinAmnt < preMaxAmnt ? [] : [`/preMinAmnt must be below /preMaxAmnt: nobody could recharge`]),
    ...(postMinAmnt < postMaxAmnt ? [] : [`/postMinAmnt must be below /postMaxAmnt: nobody could pay a bill`]),
    ...(outside.length === 0 ? [] : [`/quickAmounts must lie between /preMinAmnt and /preMaxAmnt, not ${outside.join(', ')}`]),
  ]
}
