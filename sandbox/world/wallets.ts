import { DEMO_LINES, PIN_TRIES, UNKNOWN_LINE, WALLET_NAMES, WALLET_PIN, payerBehaviour, type WalletName } from '../demo-identities.ts'
import { CURRENCY, OTHER_CURRENCIES, PER_DOLLAR } from '../operator.ts'
import type { Changes } from './changes.ts'
import type { Store } from './journal-store.ts'
import { isOperatorNumber } from './numbers.ts'

export type Wallet = {
  wallet: WalletName
  msisdn: string
  balance: number
  /** Its accounts in the operator's further currencies. */
  others?: Readonly<Record<string, number>>
  pin: string
  pinTriesLeft: number
  locked: boolean
  /** For the payer whose first PIN entry is refused: the payment it was refused for. */
  pinRefusedFor?: string
}

export type PinCheck = { kind: 'right' } | { kind: 'wrong'; triesLeft: number } | { kind: 'locked' } | { kind: 'no-wallet' }

export type Wallets = {
  /** Made at first sight, as lines are. */
  find(wallet: WalletName, msisdn: string): Wallet | undefined
  put(wallet: Wallet): void
  /** A wrong PIN costs a try, the last one locks the wallet, the right one gives all tries back. */
  checkPin(entry: { wallet: WalletName; msisdn: string; pin: string; reference: string }): PinCheck
  seed(): void
}

export function createWallets({ store, changes }: { store: Store; changes: Changes }): Wallets {
  const wallets = store.collection<Wallet>('wallets')

  function put(wallet: Wallet): void {
    wallets.put(`${wallet.wallet}:${wallet.msisdn}`, wallet)
    changes.announce(wallet.msisdn)
  }

  function find(wallet: WalletName, msisdn: string): Wallet | undefined {
    if (!isOperatorNumber(msisdn)) return undefined
    const known = wallets.get(`${wallet}:${msisdn}`)
    if (known) return known
    const made = { wallet, msisdn, ...accountsOf(UNKNOWN_LINE.walletBalance), pin: WALLET_PIN, pinTriesLeft: PIN_TRIES, locked: false }
    wallets.put(`${wallet}:${msisdn}`, made)
    return made
  }

  return {
    find,
    put,
    checkPin({ wallet: name, msisdn, pin, reference }) {
      const wallet = find(name, msisdn)
      if (!wallet) return { kind: 'no-wallet' }
      if (wallet.locked) return { kind: 'locked' }
      const isRefusedOnce = payerBehaviour(msisdn) === 'first-pin-refused' && wallet.pinRefusedFor !== reference
      if (pin === wallet.pin && !isRefusedOnce) {
        put({ ...wallet, pinTriesLeft: PIN_TRIES })
        return { kind: 'right' }
      }
      const triesLeft = wallet.pinTriesLeft - 1
      put({ ...wallet, pinTriesLeft: triesLeft, locked: triesLeft <= 0, ...(isRefusedOnce ? { pinRefusedFor: reference } : {}) })
      return triesLeft > 0 ? { kind: 'wrong', triesLeft } : { kind: 'locked' }
    },
    seed() {
      for (const { msisdn, walletBalance, walletsLocked } of DEMO_LINES) {
        const locked = walletsLocked === true
        for (const wallet of WALLET_NAMES) {
          put({ wallet, msisdn, ...accountsOf(walletBalance), pin: WALLET_PIN, pinTriesLeft: locked ? 0 : PIN_TRIES, locked })
        }
      }
    },
  }
}

/** As much in each further currency as in the first. */
function accountsOf(balance: number): Pick<Wallet, 'balance' | 'others'> {
  const inOther = (code: string) => ((PER_DOLLAR[code] ?? 1) / (PER_DOLLAR[CURRENCY] ?? 1)) * balance
  return OTHER_CURRENCIES.length === 0
    ? { balance }
    : { balance, others: Object.fromEntries(OTHER_CURRENCIES.map((code) => [code, roundToCents(inOther(code))])) }
}

export function balanceIn({ balance, others = {} }: Wallet, currency: string): number {
  return currency === CURRENCY ? balance : (others[currency] ?? 0)
}

export function withMoney(wallet: Wallet, amount: number, currency: string): Wallet {
  const balance = roundToCents(balanceIn(wallet, currency) + amount)
  return currency === CURRENCY ? { ...wallet, balance } : { ...wallet, others: { ...wallet.others, [currency]: balance } }
}

function roundToCents(amount: number): number {
  return Math.round(amount * 100) / 100
}
