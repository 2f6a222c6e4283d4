/** Drawn for this portal on a 24 px grid, as strokes. The names are those of the home page's content package. */
export const SERVICE_ICONS: Partial<Record<string, string>> & { help: string } = {
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  bars: 'M4 20v-6M10 20V10M16 20V6M21 20H3',
  bill: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  router: 'M3 14h18v6H3zM7 17h.01M11 17h.01M12 14V9M8.5 7.5a5 5 0 0 1 7 0',
  fixed: 'M4 5h16v11H4zM9 20h6M12 16v4M8 9h8M8 12h5',
  home: 'M4 11l8-7 8 7v9H4zM9.5 15.5a3.6 3.6 0 0 1 5 0M12 18h.01',
  pin: 'M12 21s7-6.2 7-11a7 7 0 1 0-14 0c0 4.8 7 11 7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  shop: 'M4 9l1.5-5h13L20 9M4 9v11h16V9M4 9h16M9 20v-6h6v6',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  balance: 'M4 7h16v12H4zM4 11h16M15 15h2',
  track: 'M5 6h9M5 12h14M5 18h6M18 6h.01M15 18h.01',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.8h.01',
}
