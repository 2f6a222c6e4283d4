import styles from './qr-picture.module.css'

/** Drawn by the server (server/qr-code.ts), so the browser loads no drawing code. */
export type QrSquares = { size: number; path: string }

/** Black on white in every colour scheme: cameras want it so. */
export function QrPicture({ code, label }: { code: QrSquares; label: string }) {
  return (
    <svg className={styles.code} role="img" aria-label={label} viewBox={`0 0 ${code.size} ${code.size}`} shapeRendering="crispEdges">
      <path className={styles.paper} d={`M0 0h${code.size}v${code.size}H0z`} />
      <path className={styles.ink} d={code.path} transform="translate(0 .5)" />
    </svg>
  )
}
