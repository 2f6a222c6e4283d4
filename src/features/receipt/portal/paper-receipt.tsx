import { Logo } from '#portal/layout/logo.tsx'
import { QrPicture, type QrSquares } from '#portal/ui/signs/qr-picture.tsx'
import type { ReceiptPaper } from '../receipt-paper.ts'
import styles from './receipt.module.css'

/** RCPT-1: one column that fits 58 mm paper and stays readable on A4. `data-draw` tells draw-receipt.ts the style of each line. */
export function PaperReceipt({ paper, code }: { paper: ReceiptPaper; code: QrSquares }) {
  const { brand, issuer, title, what, sum, goal, state, rows, total, reference, check, support, demonstration } = paper
  return (
    <article className={styles.paper} data-paper>
      <header className={styles.head}>
        <Logo />
        <b data-draw="head">{brand}</b>
      </header>
      {issuer.map((line) => (
        <p key={line} data-draw="small">
          {line}
        </p>
      ))}
      <h1 className={styles.title} data-draw="middle">
        {title}
      </h1>
      <hr data-draw="line" />
      <p data-draw="middle">{what}</p>
      <p className={styles.sum} data-draw="big">
        {sum}
      </p>
      <p className={styles.goal} data-draw="head">
        {goal}
      </p>
      <p className={styles.state} data-draw="frame">
        {state}
      </p>
      <dl className={styles.rows}>
        {[...rows, total].map(({ label, value }) => (
          <div key={label} data-draw="row">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <hr data-draw="line" />
      <p data-draw="middle">{reference.label}</p>
      <p className={styles.reference} data-draw="head">
        {reference.value}
      </p>
      <div className={styles.code} data-draw="code">
        <QrPicture code={code} label={check.label} />
      </div>
      <p data-draw="small">{check.label}</p>
      <p className={styles.address} data-draw="small">
        {check.address.replace(/^https?:\/\//, '')}
      </p>
      <hr data-draw="line" />
      <p data-draw="small">{support}</p>
      {demonstration && <p data-draw="small">{demonstration}</p>}
    </article>
  )
}
