import { SERVICE_ICONS } from '#portal/ui/lists/service-icons.ts'

/** Drawn for this portal on a 24 px grid, as strokes. The names are those of content/data/faqs.json. */
const HELP_ICONS: Readonly<Partial<Record<string, string>>> = {
  ...SERVICE_ICONS,
  card: 'M3 6h18v12H3zM3 10h18M7 15h3',
  refund: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v4h4M10.5 16V9h4M10.5 12.5h3',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 15v2',
  screen: 'M3 5h18v12H3zM9 21h6M12 17v4M3 9h18',
  chat: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  dealer: 'M5 20v-7h14v7M5 13l2-4h10l2 4M9 9V5h6v4M10 17h4',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z',
  money: 'M3 7h18v10H3zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6 10v4M18 10v4',
}

/** An editor may name an icon that does not exist yet. */
export function helpIcon(name: string): string {
  return HELP_ICONS[name] ?? SERVICE_ICONS.help
}
