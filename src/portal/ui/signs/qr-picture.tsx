import styles from './qr-picture.module.css'

/** As the server draws it (server/qr-code.ts): nothing that draws reaches the browser. */
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
