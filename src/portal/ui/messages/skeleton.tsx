import { Spoken } from './spoken.tsx'
import styles from './skeleton.module.css'

type SkeletonProps = {
  /** What is on its way, for screen readers. */
  label: string
  lines?: number
}

/** Holds the place of content that is on its way, so that nothing jumps when it arrives. */
export function Skeleton({ label, lines = 3 }: SkeletonProps) {
  return (
    <div role="status" className={styles.skeleton}>
      <Spoken>{label}</Spoken>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  )
}
