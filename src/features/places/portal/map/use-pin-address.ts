import { useEffect, useRef, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { describePoint } from '../../contract.ts'
import { type Coordinates, coordinateText } from '../../coordinates.ts'
import { kilometresBetween } from '../../distance.ts'
import type { MapLocation } from '../map-contents.ts'

/** How long the map must stand still before the address is looked up. */
const REST_MS = 400
const SAME_PLACE_KM = 0.005

/** Looks up the address under the pin and reports both. The latest move wins, whatever the order of the responses. */
export function usePinAddress({
  language,
  onLocationChanged,
}: {
  language: Language
  onLocationChanged: ((location: MapLocation) => void) | undefined
}) {
  const [address, setAddress] = useState('')
  const latest = useRef<{ timer?: ReturnType<typeof setTimeout>; request?: AbortController; reported?: Coordinates }>({})
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
    latest.current.reported = { latitude: location.lat, longitude: location.lng }
    setAddress(location.address)
    listener.current?.(location)
  }

  async function describe({ latitude, longitude }: Coordinates): Promise<void> {
    const request = new AbortController()
    latest.current.request = request
    const answer = await apiClient(language, { describePoint }).describePoint(
      { latitude: coordinateText(latitude), longitude: coordinateText(longitude) },
      { signal: request.signal },
    )
    if (request.signal.aborted) return
    tell({ lat: latitude, lng: longitude, address: answer?.status === 'success' ? answer.result.address : '' })
  }

  return {
    address,
    moved(point: Coordinates): void {
      const { reported } = latest.current
      clearTimeout(latest.current.timer)
      latest.current.request?.abort()
      if (reported && kilometresBetween(reported, point) < SAME_PLACE_KM) return
      latest.current.timer = setTimeout(() => void describe(point), REST_MS)
    },
    found(location: MapLocation): void {
      clearTimeout(latest.current.timer)
      latest.current.request?.abort()
      tell(location)
    },
  }
}
