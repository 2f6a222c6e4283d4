import { useEffect, useRef, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { type Coordinates, coordinateText } from '../../coordinates.ts'
import { kilometresBetween } from '../../distance.ts'
import type { MapLocation } from '../map-contents.ts'

/** While the map still moves, nobody is asked. */
const REST_MS = 400
const SAME_PLACE_KM = 0.005

/** Puts the place under the pin into words and passes both on. The newest move wins, whatever the order of the answers. */
export function usePinAddress({
  language,
  onLocationChanged,
}: {
  language: Language
  onLocationChanged: ((location: MapLocation) => void) | undefined
}) {
  const [address, setAddress] = useState('')
  const latest = useRef<{ timer?: ReturnType<typeof setTimeout>; request?: AbortController; told?: Coordinates }>({})
  const listener = useRef(onLocationChanged)
  useEffect(() => {
    listener.current = onLocationChanged
  }, [onLocationChanged])
  useEffect(() => {
    const pending = latest.current
    return () => {
      clearTimeout(pending.timer)
      pending.request?.abort()
    }
  }, [])

  function tell(location: MapLocation): void {
    latest.current.told = { latitude: location.lat, longitude: location.lng }
    setAddress(location.address)
    listener.current?.(location)
  }

  async function describe({ latitude, longitude }: Coordinates): Promise<void> {
    const request = new AbortController()
    latest.current.request = request
    const answer = await apiClient(language).describePoint(
      { latitude: coordinateText(latitude), longitude: coordinateText(longitude) },
      { signal: request.signal },
    )
    if (request.signal.aborted) return
    tell({ lat: latitude, lng: longitude, address: answer?.status === 'success' ? answer.result.address : '' })
  }

  return {
    address,
    moved(point: Coordinates): void {
      const { told } = latest.current
      clearTimeout(latest.current.timer)
      latest.current.request?.abort()
      if (told && kilometresBetween(told, point) < SAME_PLACE_KM) return
      latest.current.timer = setTimeout(() => void describe(point), REST_MS)
    },
    found(location: MapLocation): void {
      clearTimeout(latest.current.timer)
      latest.current.request?.abort()
      tell(location)
    },
  }
}
