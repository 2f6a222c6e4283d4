import { html, trusted, type Markup } from './html.ts'

const PATHS = {
  message: 'M4 5h16v11H9l-5 4z',
  wallet: 'M4 7h15v12H4z M4 7l11-3v3 M15 13h.01',
  bill: 'M6 3h12v18l-3-2-3 2-3-2-3 2z M9 8h6 M9 12h6',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z M11 18h2',
  keypad: 'M6 6h.01 M12 6h.01 M18 6h.01 M6 12h.01 M12 12h.01 M18 12h.01 M6 18h.01 M12 18h.01 M18 18h.01',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6z M4 17h16 M10.5 20h3',
  next: 'M5 12h14 M13 6l6 6-6 6',
} as const

export function icon(name: keyof typeof PATHS): Markup {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${trusted(PATHS[name])}" /></svg>`
}
