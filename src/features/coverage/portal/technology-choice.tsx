import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { ChoiceChips } from '#portal/ui/choices/choice-chips.tsx'
import type { Technology } from '../rules.ts'
import TechnologyIsland from './technology-choice.island.ts'

export type NetworkTexts = ContentPackages['network-translation']

/** COV-1: the names of the technologies are content. */
export function technologyName(texts: NetworkTexts, technology: Technology): string {
  return { '2G': texts.two_g, '3G': texts.three_g, '4G': texts.four_g, '5G': texts.five_g }[technology]
}

type TechnologyChoiceProps = {
  texts: NetworkTexts
  /** COV-1: only those that the data holds. */
  offered: readonly Technology[]
  chosen: Technology | null
}

/** Radio buttons that go with the form; with script the answer and the map change at once, and the address with them. */
export function TechnologyChoice({ texts, offered, chosen }: TechnologyChoiceProps) {
  if (offered.length === 0) return null
  return (
    <TechnologyIsland>
      <ChoiceChips
        legend={texts.technology}
        name="tech"
        choices={offered.map((technology) => ({ value: technology, label: technologyName(texts, technology) }))}
        {...(chosen ? { defaultValue: chosen } : {})}
      />
    </TechnologyIsland>
  )
}
