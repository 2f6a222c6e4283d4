import type { Language } from '#shared/language.ts'
import { formatKilometres } from '#features/places/distance.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { SIGNS } from '#portal/ui/signs/signs.ts'
import type { CoverageAt } from '../contract.ts'
import type { CoverageLevel, Technology } from '../rules.ts'
import { PLACE_FORM } from './place-form.tsx'
import TechnologyIsland from './technology-choice.island.ts'
import { type NetworkTexts, technologyName } from './technology-choice.tsx'
import styles from './coverage.module.css'

export type NetworkTilesProps = {
  texts: NetworkTexts
  language: Language
  technology: Technology
  /** COV-1: the networks that can be chosen, each answered in the page. */
  offered: readonly Technology[]
  coverage: CoverageAt
}

const SIGN_OF_LEVEL = { good: SIGNS.good, edge: SIGNS.warn, none: SIGNS.cross } as const satisfies Record<CoverageLevel, string>

/** COV-1: every network at this place; the chosen one is answered above. Without script the choice goes with the form. */
export function NetworkTiles({ texts, language, technology, offered, coverage }: NetworkTilesProps) {
  return (
    <TechnologyIsland>
      <fieldset className={styles.networks}>
        <legend>
          {texts.tableCaption}
          <small>
            {texts.columnCoverage} · {texts.columnDistance}
          </small>
        </legend>
        <div className={styles.tiles}>
          {coverage.technologies
            .filter((row) => offered.includes(row.technology))
            .map((row) => (
              <label key={row.technology} className={styles.tile}>
                <input type="radio" name="tech" form={PLACE_FORM} value={row.technology} defaultChecked={row.technology === technology} />
                <span className={styles.network}>
                  {technologyName(texts, row.technology)}
                  <span className={styles[row.level]}>
                    <Icon path={SIGN_OF_LEVEL[row.level]} /> {texts[`level_${row.level}`]}
                  </span>
                  <small>{formatKilometres(row.kilometresToSite, language)}</small>
                </span>
              </label>
            ))}
        </div>
        <div className={styles.unscripted}>
          <Button look="quiet" form={PLACE_FORM}>
            {texts.check}
          </Button>
        </div>
      </fieldset>
    </TechnologyIsland>
  )
}
