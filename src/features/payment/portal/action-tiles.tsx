import { Icon } from '#portal/ui/signs/icon.tsx'
import styles from './action-tiles.module.css'

const TILE_ICONS = {
  share: 'M12 15V4M8 8l4-4 4 4M5 12v8h14v-8',
  chat: 'M4 20l1.4-4A8.2 8.2 0 1 1 8.5 19zM9 9c0 3.5 2.5 6 6 6l1-2-2.5-1-1 1a4 4 0 0 1-1.5-1.5l1-1L11 8z',
  receipt: 'M6 3h12v18l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5L6 21zM9 8h6M9 12h6',
  keep: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8z',
  print: 'M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15.5 9h.01',
} as const

/** What can be done with a receipt, side by side. */
export function ActionTiles({ children }: { children: React.ReactNode }) {
  return <div className={styles.tiles}>{children}</div>
}

type TileProps = { icon: keyof typeof TILE_ICONS; label: string }

export function TileLink({ icon, label, ...link }: TileProps & { href: string; 'aria-label'?: string }) {
  return (
    <a className={styles.tile} {...link}>
      <Icon path={TILE_ICONS[icon]} />
      <span>{label}</span>
    </a>
  )
}

/** The label is the name of the service, the same in every language. */
export function ChatTile({ name, message }: { name: string; message: string }) {
  return <TileLink icon="chat" label="WhatsApp" aria-label={name} href={`https://wa.me/?text=${encodeURIComponent(message)}`} />
}

/** Needs script: a press before it has loaded is held for it. */
export function TileButton({ icon, label, ...button }: TileProps & Omit<React.ComponentProps<'button'>, 'type' | 'className'>) {
  return (
    <button type="button" className={`${styles.tile} ${styles.scripted}`} data-held {...button}>
      <Icon path={TILE_ICONS[icon]} />
      <span data-label>{label}</span>
    </button>
  )
}
