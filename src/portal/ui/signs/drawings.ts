/**
 * The family of drawings for what is empty, lost or far: a thing on the same strip of ground, in the colours of the operator. Each is a
 * constant of its own, so that a page carries only the one it shows.
 */
export const DRAWING_BOX = '0 0 160 96'

/** A lattice mast on the strip of ground, its lamp at 80 25. */
export const DRAWING_MAST = 'M64 84l16-54 16 54M69.5 66h21M74.5 49h11M69.5 66l11-17M90.5 66l-11-17'

const GROUND = '<path d="M0 83c34-9 58-9 86-3s48 5 74-3v19H0z" fill="var(--line)"/>'
/** Contours and the faces between them. */
const LINES = '<g fill="var(--primary-soft)" stroke="var(--primary)" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">'
const WAVES = '<g fill="none" stroke="var(--mark)" stroke-width="3" stroke-linecap="round">'

/** A mast that calls: the network, and pages without one. */
export const MAST = `${GROUND}${LINES}<path d="${DRAWING_MAST}"/></g>${WAVES}<path d="M91 16a15 15 0 0 1 0 18M100 9a26 26 0 0 1 0 32" opacity=".9"/><path d="M69 16a15 15 0 0 0 0 18M60 9a26 26 0 0 0 0 32" opacity=".9"/></g><circle cx="80" cy="25" r="5" fill="var(--mark)"/>`

/** Two ways at once, and the sun goes down: an address that leads nowhere. */
export const SIGNPOST = `<circle cx="126" cy="76" r="13" fill="var(--mark)"/>${GROUND}${LINES}<path d="M80 86V14"/><path d="M80 20h34l10 9-10 9H80zM80 44H50l-10 9 10 9h30z"/></g><path d="M90 29h18M56 53h16" stroke="var(--mark)" stroke-width="3" stroke-linecap="round"/>`

/** A shop with its awning down. */
export const SHOP = `${GROUND}${LINES}<path d="M52 48v36h56V48M70 84V62h18v22"/><path d="M56 24h48l8 22a8 8 0 0 1-16 0 8 8 0 0 1-16 0 8 8 0 0 1-16 0 8 8 0 0 1-16 0z"/></g><path d="M68 25l-4 20M80 25v20M92 25l4 20" stroke="var(--mark)" stroke-width="3" stroke-linecap="round"/>`

/** An open drawer with nothing in it. */
export const DRAWER = `${GROUND}${LINES}<path d="M54 22h52v62H54zM54 43h52"/><path d="M46 46h68l-6 20H52z" fill="var(--card)"/><path d="M52 66h56"/></g><path d="M74 33h12M74 56h12M74 75h12" stroke="var(--mark)" stroke-width="3.5" stroke-linecap="round"/>`

/** The mast without its waves: the way to us is cut. */
export const SILENT_MAST = `${GROUND}${LINES}<path d="${DRAWING_MAST}"/></g><g fill="none" stroke="var(--line-strong)" stroke-width="3" stroke-linecap="round" stroke-dasharray="0 7"><path d="M91 16a15 15 0 0 1 0 18M100 9a26 26 0 0 1 0 32M69 16a15 15 0 0 0 0 18M60 9a26 26 0 0 0 0 32"/></g><circle cx="80" cy="25" r="5" fill="var(--line-strong)"/><path d="M118 18l12 12M130 18l-12 12" stroke="var(--mark)" stroke-width="4" stroke-linecap="round"/>`
