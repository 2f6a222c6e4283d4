import type { ConfigData } from './config-contract.ts'

/** What is wrong with limits that are each right by themselves, in sentences for an editor. */
export function configProblems({ preMinAmnt, preMaxAmnt, postMinAmnt, postMaxAmnt, quickAmounts }: ConfigData): string[] {
  const outside = quickAmounts.filter((amount) => amount < preMinAmnt || amount > preMaxAmnt)
  return [
    ...(preMinAmnt < preMaxAmnt ? [] : [`/preMinAmnt must be below /preMaxAmnt: no amount could be recharged`]),
    ...(postMinAmnt < postMaxAmnt ? [] : [`/postMinAmnt must be below /postMaxAmnt: no bill could be paid`]),
    ...(outside.length === 0 ? [] : [`/quickAmounts must lie between /preMinAmnt and /preMaxAmnt, not ${outside.join(', ')}`]),
  ]
}
