import { fillText } from '#shared/fill-text.ts'
import type { Language } from '#shared/language.ts'
import { unbroken } from '#shared/unbroken.ts'
import { formatMobileNumber, isMobileNumber } from '#shared/mobile-number.ts'
import { COUNTRY } from '#shared/operator.ts'
import { formatKilometres } from '#features/places/distance.ts'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { Spoken } from '#portal/ui/messages/spoken.tsx'
import { directionsLink, directionsPage } from '../rules.ts'
import type { ShopTexts, ShopView } from './shop-words.ts'
import styles from './shop-card.module.css'

const PHONE = 'M6.5 3h3l1.5 4-2 1.5a11 11 0 0 0 6.5 6.5l1.5-2 4 1.5v3a2 2 0 0 1-2 2A16.5 16.5 0 0 1 4.5 5a2 2 0 0 1 2-2z'
const ARROW = 'M12 3l9 9-9 9-9-9zM9 14v-2.5h5M12.5 9l2.5 2.5-2.5 2.5'
const PIN = 'M12 21s7-6.2 7-11a7 7 0 1 0-14 0c0 4.8 7 11 7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z'
const SHARE = 'M12 15V4M8 7.5 12 3.5l4 4M6 12v7.5h12V12'

type ShopCardProps = {
  texts: ShopTexts
  language: Language
  shop: ShopView & { kilometres: number }
  position: number
  isChosen: boolean
  hasMap: boolean
}

/** One shop with all one needs to go there; every link works without script. The map marks the one that is chosen. */
export function ShopCard({ texts, language, shop, position, isChosen, hasMap }: ShopCardProps) {
  const { number, name, town, quarter, kind, address, kilometres, services } = shop
  return (
    <article
      id={`shop-${number}`}
      tabIndex={-1}
      className={styles.shop}
      data-chosen={isChosen ? '' : undefined}
      aria-labelledby={`name-${number}`}
    >
      <span className={styles.number} aria-hidden="true">
        {position}
      </span>
      <div className={styles.words}>
        <div className={styles.name}>
          <h3 id={`name-${number}`}>{name}</h3>
          <strong>{formatKilometres(kilometres, language)}</strong>
        </div>
        <p className={styles.soft}>
          {texts[`kind_${kind}`]} · {[quarter, town].filter((part) => part !== '').join(', ')}
        </p>
        <p>{address}</p>
        <OpeningHours texts={texts} shop={shop} />
        <ul className={styles.services} aria-label={texts.services}>
          {services.map((service) => (
            <li key={service}>{service}</li>
          ))}
        </ul>
      </div>
      <ShopActions {...{ texts, shop, hasMap }} />
    </article>
  )
}

/** Open or closed now; the week is one tap away. */
function OpeningHours({ texts, shop: { opening } }: Pick<ShopCardProps, 'texts' | 'shop'>) {
  return (
    <details className={styles.hours}>
      <summary>
        <span className={opening.isOpen ? styles.open : styles.closed}>{opening.now}</span>
        <Spoken>{texts.hours}</Spoken>
        <svg className={styles.arrow} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 9l6 6 6-6" />
        </svg>
      </summary>
      <dl>
        {opening.week.map(({ days, hours }) => (
          <div key={days}>
            <dt>{days}</dt>
            <dd>{hours}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function ShopActions({ texts, shop, hasMap }: Pick<ShopCardProps, 'texts' | 'shop' | 'hasMap'>) {
  const { name, phone, number } = shop
  const nameId = `name-${number}`
  return (
    <p className={styles.actions}>
      <a href={telephoneLink(phone)} aria-label={fillText(texts.call, { number: unbroken(formatMobileNumber(phone)) })}>
        <Icon path={PHONE} />
        {unbroken(formatMobileNumber(phone))}
      </a>
      {[directionsLink(shop), directionsPage(shop)].map((href) => (
        <a key={href} href={href} className={href.startsWith('geo') ? styles.byPhone : styles.byComputer} aria-describedby={nameId}>
          <Icon path={ARROW} />
          {texts.directions}
        </a>
      ))}
      {hasMap && (
        <button type="button" className={styles.onMap} data-held data-shop={number} aria-describedby={nameId}>
          <Icon path={PIN} />
          {texts.onMap}
        </button>
      )}
      <a href={`/storeLocator?shop=${number}`} aria-describedby={nameId} data-held data-title={name} data-copied={texts.shareCopied}>
        <Icon path={SHARE} />
        {texts.share}
      </a>
    </p>
  )
}

export function telephoneLink(phone: string): string {
  return isMobileNumber(phone) ? `tel:+${COUNTRY.dialCode}${phone}` : `tel:${phone}`
}
