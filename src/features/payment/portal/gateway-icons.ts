/** CARD-1: the specification's names of the gateways' icons, each drawn by us; the logos belong to the gateways. */
const DRAWINGS = {
  paystack: 'M5 6h14M5 10h14M5 14h14M5 18h7',
  uba: 'M3 10 12 4l9 6M5 10v8M9.7 10v8M14.3 10v8M19 10v8M3 20h18',
  dpo: 'M12 3 5 6v5.5c0 4.5 3 7.7 7 9.5 4-1.8 7-5 7-9.5V6zM9 12l2.2 2.2L15.5 10',
  cellulant: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM10.5 18h3',
  other: 'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM3 10h18M6.5 14.5h4',
} as const

export type GatewayIcon = { name: keyof typeof DRAWINGS; path: string }

export function gatewayIcon(gateway: string): GatewayIcon {
  const name = isKnown(gateway) ? gateway : 'other'
  return { name, path: DRAWINGS[name] }
}

function isKnown(gateway: string): gateway is keyof typeof DRAWINGS {
  return Object.keys(DRAWINGS).includes(gateway)
}
