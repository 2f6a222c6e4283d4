import { formatShort, fromMajor } from '#shared/money.ts'
import type { BundleTexts } from '#features/bundles/portal/bundle-texts.ts'
import { benefitsOf, validityOf } from '#features/bundles/portal/bundle-words.ts'
import type { ShownBundle } from '#features/bundles/contract.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { useLanguage } from '#portal/page/frame-context.ts'
import { ButtonLink } from '#portal/ui/frame/button.tsx'
import type { LineKind } from '../line-kind.ts'
import type { Offers } from './read-offers.ts'
import styles from './home.module.css'

type LineOffersProps = {
  texts: ContentPackages['orp-translation']
  bundleTexts: BundleTexts
  offers: Offers
  /** The kind of the line in the field; null while it is unknown, with all offers hidden. */
  kind: LineKind | null
}

/** The offers for each kind of line; an amount or a bundle leads directly to the payment methods. */
export function LineOffers({ texts, bundleTexts, offers, kind }: LineOffersProps) {
  return (
    <>
      <div data-offer="prepaid" hidden={kind !== 'prepaid'}>
        <h2 className={styles.offer}>{texts.homeCredit}</h2>
        <Amounts amounts={offers.amounts} other={texts.homeOtherAmount} />
        <Bundles
          title={texts.homeBundles}
          all={{ label: texts.homeAllBundles, href: '/data-bundle' }}
          bundles={offers.prepaid}
          texts={bundleTexts}
        />
      </div>
      <div data-offer="postpaid" hidden={kind !== 'postpaid'}>
        <ButtonLink isWide href="/postpaid-bill-pay?fetch=code">
          {texts.homeBill}
        </ButtonLink>
        <p className={styles.hint}>{texts.homeBillHint}</p>
        <ButtonLink isWide look="quiet" href="/postpaid-bill-pay">
          {texts.homeBillAmount}
        </ButtonLink>
      </div>
      <div data-offer="broadband" hidden={kind !== 'broadband'}>
        <Bundles
          title={texts.homeRouterBundles}
          all={{ label: texts.homeAllBundles, href: '/broadband-recharge' }}
          bundles={offers.broadband}
          texts={bundleTexts}
        />
      </div>
    </>
  )
}

function Amounts({ amounts, other }: { amounts: number[]; other: string }) {
  const language = useLanguage()
  return (
    <div className={styles.amounts}>
      {amounts.map((amount) => (
        <button key={amount} name="amount" value={amount} className={styles.choice}>
          <b>{formatShort(fromMajor(amount), language)}</b>
        </button>
      ))}
      <a href="/prepaid-recharge" className={styles.choice}>
        {other}
      </a>
    </div>
  )
}

type BundlesProps = { title: string; all: { label: string; href: string }; bundles: ShownBundle[]; texts: BundleTexts }

function Bundles({ title, all, bundles, texts }: BundlesProps) {
  const language = useLanguage()
  return (
    <>
      <div className={styles.heading}>
        <h2 className={styles.offer}>{title}</h2>
        <a href={all.href}>{all.label}</a>
      </div>
      <div className={styles.bundles}>
        {bundles.map((bundle) => (
          <button key={bundle.productCode} name="productCode" value={bundle.productCode} className={styles.choice}>
            <span>
              <b>{benefitsOf(bundle, texts, language)}</b>
              <small>{validityOf(bundle, texts)}</small>
            </span>
            <b>{formatShort(fromMajor(bundle.amount), language)}</b>
          </button>
        ))}
      </div>
    </>
  )
}
