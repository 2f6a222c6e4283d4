import { useState } from 'react'
import type { Language } from '#shared/language.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { formText } from '#portal/page/form-text.ts'
import { Button } from '#portal/ui/frame/button.tsx'
import { Field } from '#portal/ui/fields/field.tsx'
import { geocodeAddress, type FoundPlace } from '../../contract.ts'
import { MAP_ZOOM } from '../../coordinates.ts'
import type { MapLocation, MapView } from '../map-contents.ts'
import type { AllPlaceTexts } from '../place-texts.ts'
import styles from './opened-map.module.css'

type PlaceSearchProps = {
  texts: AllPlaceTexts
  language: Language
  onFound: (location: MapLocation, view: MapView) => void
}

type SearchState = { kind: 'idle' | 'busy' | 'nothing' | 'failed' } | { kind: 'others'; places: readonly FoundPlace[] }

/** MAP-2: the map's own search field. The best place is shown at once, the others can be chosen instead. */
export function PlaceSearch({ texts, language, onFound }: PlaceSearchProps) {
  const [state, setState] = useState<SearchState>({ kind: 'idle' })

  function choose({ latitude, longitude, address }: FoundPlace): void {
    onFound({ lat: latitude, lng: longitude, address }, { latitude, longitude, zoom: MAP_ZOOM.afterSearch })
  }

  async function search(form: HTMLFormElement): Promise<void> {
    const address = formText(new FormData(form), 'place').trim()
    if (address === '') return
    setState({ kind: 'busy' })
    const answer = await apiClient(language, { geocodeAddress }).geocodeAddress({ address })
    if (answer?.status !== 'success') return setState({ kind: 'failed' })
    const [best, ...others] = answer.result.places
    setState(best ? { kind: 'others', places: others } : { kind: 'nothing' })
    if (best) choose(best)
  }

  const problems: Partial<Record<SearchState['kind'], string>> = { nothing: texts.searchNothing, failed: texts.searchFailed }
  const problem = problems[state.kind]
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        void search(event.currentTarget)
      }}
    >
      <Field label={texts.searchLabel} name="place" problem={problem} input={{ type: 'search', maxLength: 160, enterKeyHint: 'search' }} />
      <Button look="quiet" disabled={state.kind === 'busy'}>
        {texts.searchButton}
      </Button>
      {state.kind === 'others' && state.places.length > 0 && (
        <p className={styles.others}>
          {texts.didYouMean}
          {state.places.map((place) => (
            <button key={place.address} type="button" onClick={() => choose(place)}>
              {place.address}
            </button>
          ))}
        </p>
      )}
    </form>
  )
}
