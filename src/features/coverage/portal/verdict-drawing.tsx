import { DRAWING_MAST } from '#portal/ui/signs/drawings.ts'
import type { CoverageLevel } from '../rules.ts'
import styles from './coverage.module.css'

/** The nearest site and the house, with what lies between them: whole waves, a broken line, or none. It repeats the words around it. */
export function VerdictDrawing({ level, distance }: { level: CoverageLevel; distance: string }) {
  const isCovered = level !== 'none'
  return (
    <svg className={`${styles.drawing} ${styles[level]}`} viewBox="0 0 320 96" aria-hidden="true">
      <path className={styles.ground} d="M0 84c50-13 96-12 150-4s110 4 170-9v25H0z" />
      <g className={styles.outlines}>
        <path d={DRAWING_MAST} transform="translate(-22 0)" />
        <path d="M228 84V55l30-24 30 24v29zM250 84V66h16v18" />
      </g>
      <circle className={styles.lamp} cx="58" cy="25" r="5" />
      <g className={styles.waves}>
        {isCovered && <path d="M70 16a15 15 0 0 1 0 18M79 9a26 26 0 0 1 0 32" />}
        <path d={isCovered ? 'M100 28Q160-2 226 42' : 'M84 28Q150-2 168 6M200 18Q214 26 226 42'} strokeDasharray="0 9" />
        {!isCovered && <path d="M178 6l12 12M190 6l-12 12" />}
      </g>
      <text x="158" y="50" textAnchor="middle">
        {distance}
      </text>
    </svg>
  )
}
