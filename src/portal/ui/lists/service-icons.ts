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
  // A receipt under a lens.
  track: 'M18 9.5V6l-3-3H5v18l3-2 2 1.5M8.5 8h6M8.5 12h3M16 19.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM18.5 18.5l3 3',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.8h.01',
}

const TWO_COLOURS = '<g fill="var(--primary-soft)" stroke="var(--primary)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">'
const MARK = ' fill="none" stroke="var(--mark)" stroke-width="3.5" stroke-linecap="round"'
/** A coin in the corner of a drawing, with a sign on it. */
const coin = (y: number, sign: string) =>
  `<circle cx="30" cy="${y}" r="8" fill="var(--mark)"/><path d="${sign}" fill="none" stroke="var(--card)" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>`

/** The tiles in two colours on a 40 px grid, by the same names; a tile without one shows its stroked icon. */
export const TILE_DRAWINGS: Partial<Record<string, string>> = {
  phone: `${TWO_COLOURS}<rect x="9" y="3" width="19" height="34" rx="4"/><path d="M16.5 32h4"/></g>${coin(11, 'M30 7v8M26 11h8')}`,
  bars: `${TWO_COLOURS}<rect x="3" y="6" width="34" height="29" rx="5"/><path d="M10 29v-4M17 29v-8M24 29V17"/></g><path d="M31 29V12"${MARK}/>`,
  bill: `${TWO_COLOURS}<path d="M8 3h20v33l-4-3-3.5 3-3-3-3 3-3.5-3-3 3z"/><path d="M13.5 11h9M13.5 17h9"/></g>${coin(27, 'M26.5 27l2.5 2.5 4.5-5')}`,
  balance: `${TWO_COLOURS}<path d="M7 13 26 4l3 9M4 13h30a2 2 0 0 1 2 2v19a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z"/></g><path d="M29 24.5h6"${MARK.replace('3.5', '7')}/>`,
}
