import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Card } from '#portal/ui/frame/card.tsx'
import { MAX_NAME_CHARACTERS } from '../saved-numbers.ts'
import styles from './on-this-phone.module.css'

/** RECENT-2: rendered empty; show-numbers.ts adds a row for each saved number, cloned from the hidden one. */
export function NumbersCard({ texts }: { texts: ContentPackages['phone-translation'] }) {
  return (
    <Card heading={texts.numbersTitle}>
      <p>{texts.numbersLead}</p>
      <p data-says="blocked" hidden>
        {texts.noStorage}
      </p>
      <p data-says="soon">{texts.toCome}</p>
      <p data-says="none" hidden>
        {texts.noNumbers}
      </p>
      <ul className={styles.rows} data-rows data-remove={texts.removeNumber} data-name-of={texts.nameOf}>
        <li hidden className={styles.row}>
          <label className={styles.name}>
            <span data-label>{texts.nameOf}</span>
            <input type="text" autoComplete="off" maxLength={MAX_NAME_CHARACTERS} />
          </label>
          <Button type="button" look="quiet" isSmall data-remove-one>
            {texts.remove}
          </Button>
        </li>
      </ul>
      <label className={styles.consent}>
        <input type="checkbox" data-consent disabled />
        <span>
          {texts.keepNumbers}
          <small>{texts.keepNumbersHelp}</small>
        </span>
      </label>
      <div data-erase hidden>
        <Button type="button" look="quiet" data-erase-all>
          {texts.eraseNumbers}
        </Button>
      </div>
      <p
        role="status"
        className={styles.news}
        data-news
        data-removed={texts.removedNumber}
        data-erased={texts.numbersErased}
        data-named={texts.nameKept}
        data-unnamed={texts.nameDropped}
        tabIndex={-1}
      />
    </Card>
  )
}
