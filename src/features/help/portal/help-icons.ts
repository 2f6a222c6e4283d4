/** Drawn for this portal on a 24 px grid, as strokes. The names are those of content/data/faqs.json. */
const HELP_ICONS: Readonly<Partial<Record<string, string>>> = {
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  bars: 'M4 20v-6M10 20V10M16 20V6M21 20H3',
  bill: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  fixed: 'M4 5h16v11H4zM9 20h6M12 16v4M8 9h8M8 12h5',
  router: 'M3 14h18v6H3zM7 17h.01M11 17h.01M12 14V9M8.5 7.5a5 5 0 0 1 7 0',
  card: 'M3 6h18v12H3zM3 10h18M7 15h3',
  refund: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v4h4M10.5 16V9h4M10.5 12.5h3',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 15v2',
  home: 'M4 11l8-7 8 7v9H4zM9.5 15.5a3.6 3.6 0 0 1 5 0M12 18h.01',
  pin: 'M12 21s7-6.2 7-11a7 7 0 1 0-14 0c0 4.8 7 11 7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  screen: 'M3 5h18v12H3zM9 21h6M12 17v4M3 9h18',
  chat: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  shop: 'M4 9l1.5-5h13L20 9M4 9v11h16V9M4 9h16M9 20v-6h6v6',
  dealer: 'M5 20v-7h14v7M5 13l2-4h10l2 4M9 9V5h6v4M10 17h4',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z',
  money: 'M3 7h18v10H3zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6 10v4M18 10v4',
}

const QUESTION_MARK = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.8h.01'

/** An editor may name an icon that does not exist yet. */
export function helpIcon(name: string): string {
  return HELP_ICONS[name] ?? QUESTION_MARK
}
