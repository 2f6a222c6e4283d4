/** The four kinds of message, each with its icon: colour is never the only signal. */
export const SIGNS = {
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.5h.01',
  good: 'M5 12.5l4.5 4.5L19 7.5',
  warn: 'M12 8v5M12 16.5h.01M12 3.5 2.8 19.5h18.4z',
  bad: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v6M12 16.5h.01',
  wait: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.5l3.5 2',
  cross: 'M7 7l10 10M17 7 7 17',
} as const

/** Larger than the cross of a button that closes. */
export const CROSS = 'M6 6l12 12M18 6 6 18'
export const BACK = 'M9 14 4 9l5-5M4 9h10a5.5 5.5 0 0 1 0 11h-3'
export const PADLOCK = 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3'
