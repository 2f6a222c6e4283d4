import { useEffect } from 'react'
import { type SessionKey, writeSession } from './session-keys.ts'

/** STATE-1: mirrors the visit's server data in session storage under the specification's key. */
export function useSessionMirror(key: SessionKey, value: object | null): void {
  const text = value ? JSON.stringify(value) : null
  useEffect(() => {
    writeSession(key, text)
  }, [key, text])
}
