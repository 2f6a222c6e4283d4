import type { BalanceItem } from './contract.ts'

/** Below this share the page says that a bundle is nearly used up. */
const RUNNING_OUT_SHARE = 0.1

export type Usage = { kind: 'unlimited' } | { kind: 'counted' } | { kind: 'share'; percentLeft: number; state: 'enough' | 'low' | 'empty' }

/** How full a bundle is: a bar needs the initial amount from the operator. */
export function usageOf({ balance, initialBalance, balanceType }: BalanceItem): Usage {
  if (balanceType === 'unlimited' || balance === null) return { kind: 'unlimited' }
  if (initialBalance === null || initialBalance <= 0) return { kind: 'counted' }
  const share = Math.min(1, Math.max(0, balance / initialBalance))
  const state = share === 0 ? 'empty' : share < RUNNING_OUT_SHARE ? 'low' : 'enough'
  return { kind: 'share', percentLeft: Math.round(share * 100), state }
}
