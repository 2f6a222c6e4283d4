type Toast = { kind: 'error' | 'success'; message: string }

/** TOAST-1: 3 s where a visitor can simply try again, 10 s where money is concerned. */
export const RECHARGE_TOAST_SECONDS = 3
export const PAYMENT_TOAST_SECONDS = 10

/** The shell of the page shows it, one at a time. */
export function showToast(toast: Toast, seconds: number): void {
  dispatchEvent(new CustomEvent('guichet:toast', { detail: { ...toast, seconds } }))
}
