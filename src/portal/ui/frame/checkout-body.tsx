import { DuneStrip } from '../signs/dune-strip.tsx'
import styles from './checkout-body.module.css'

/** The column of a checkout: the ticket takes the place of the title, half in the night. Beside it, on a desk, what can be done. */
export function CheckoutBody({ children }: { children: React.ReactNode }) {
  return (
    <>
      <div className={styles.sky} />
      <DuneStrip />
      <div className={styles.body}>{children}</div>
    </>
  )
}
