/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers take the roles away from a table that is not displayed as one */
import { fillText } from '#shared/fill-text.ts'
import { formatShort, fromMajor } from '#shared/money.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { Button, ButtonLink } from '#portal/ui/frame/button.tsx'
import { Spoken } from '#portal/ui/messages/spoken.tsx'
import type { ShownBundle } from '../contract.ts'
import { megabytesOf, priceOf100Megabytes, priceOfDay } from '../rules.ts'
import type { BundleTexts } from './bundle-texts.ts'
import { benefitsOf, restOfName, validityOf } from './bundle-words.ts'
import styles from './bundle-table.module.css'

type BundleTableProps = {
  label: string
  texts: BundleTexts
  bundles: readonly ShownBundle[]
  /** How many of them, from the first on, are popular. */
  popular: number
  /** Whether a row's button buys, or leads to where it does; without any the list only informs. */
  canBuy: CanBuy
}

export type CanBuy = boolean | { hrefOf: (bundle: ShownBundle) => string | null }

/** BUN-3: what one gets is the headline. On a phone a short row each, the popular ones as cards; on a desk a table to compare. */
export function BundleTable({ label, texts, bundles, popular, canBuy }: BundleTableProps) {
  const largest = Math.max(...bundles.slice(0, popular).map((bundle) => megabytesOf(bundle) ?? 0))
  const dearest = Math.max(...bundles.map((bundle) => priceOf100Megabytes(bundle) ?? 0))
  const header = (words: React.ReactNode) => (
    <th role="columnheader" scope="col">
      {words}
    </th>
  )
  return (
    <div className={styles.frame}>
      <table role="table" aria-label={label} className={styles.table}>
        <thead role="rowgroup">
          <tr role="row">
            {header(texts.columnBenefits)}
            {header(texts.columnBundle)}
            {header(texts.columnValidity)}
            {header(texts.columnPrice)}
            {dearest > 0 && header(texts.per100)}
            {header(texts.columnDay)}
            {canBuy && header(<Spoken>{texts.buy}</Spoken>)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {bundles.map((bundle, place) => (
            <Row
              key={bundle.productCode}
              bundle={bundle}
              texts={texts}
              isPopular={place < popular}
              largest={largest}
              dearest={dearest}
              canBuy={canBuy}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  bundle: ShownBundle
  texts: BundleTexts
  isPopular: boolean
  /** The highest price of 100 MB in the list, which has the longest bar; 0 where no bundle has one. */
  dearest: number
  /** The largest volume of the popular ones. */
  largest: number
  canBuy: CanBuy
}

function Row({ bundle, texts, isPopular, largest, dearest, canBuy }: RowProps) {
  const language = useLanguage()
  const cell = (look: string | undefined, words: React.ReactNode) => (
    <td role="cell" className={look}>
      {words}
    </td>
  )
  const price = (units: number | null) => units !== null && formatShort(fromMajor(units), language)
  const { name, productCode, amount } = bundle
  const megabytes = priceOf100Megabytes(bundle)
  const rest = restOfName(bundle, texts, language)
  const volume = megabytesOf(bundle)
  return (
    <tr role="row" className={isPopular ? styles.popular : undefined}>
      <th role="rowheader" scope="row">
        {benefitsOf(bundle, texts, language)}
        {isPopular && <small>{texts.popular}</small>}
        {isPopular && volume !== null && <Bar share={volume / largest} />}
      </th>
      {cell(styles.name, name)}
      {cell(
        styles.validity,
        <>
          {rest && <span>{rest} · </span>}
          {validityOf(bundle, texts)}
        </>,
      )}
      {cell(styles.price, <strong>{price(amount)}</strong>)}
      {dearest > 0 &&
        cell(
          styles.figure,
          megabytes !== null && (
            <>
              {price(megabytes)} <span>{texts.per100}</span>
              <Bar share={megabytes / dearest} />
            </>
          ),
        )}
      {cell(styles.day, price(priceOfDay(bundle)))}
      {canBuy &&
        cell(
          styles.buy,
          canBuy === true ? (
            <Button look="quiet" isSmall name="productCode" value={productCode} aria-label={fillText(texts.buyNamed, { name })}>
              {texts.buy}
            </Button>
          ) : (
            <WayToBuy href={canBuy.hrefOf(bundle)} label={texts.buy} name={name} />
          ),
        )}
    </tr>
  )
}

function WayToBuy({ href, label, name }: { href: string | null; label: string; name: string }) {
  return (
    href && (
      <ButtonLink look="quiet" isSmall href={href}>
        {label}
        <Spoken> {name}</Spoken>
      </ButtonLink>
    )
  )
}

function Bar({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0 0h${Math.round(share * 10) * 10}v8H0`} />
    </svg>
  )
}
