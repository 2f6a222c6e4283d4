import { createContext } from 'react'
import type { FrameValue } from '../page/frame-context.ts'

/** The files of an island, its own first: fetched at once, in one round trip. */
export type IslandFiles = (name: string) => readonly string[]

/** One page's islands while the server renders it. */
export type PageIslands = {
  filesOf: IslandFiles
  frame: FrameValue
  /** The names of those that were rendered so far. */
  rendered: string[]
}

export const IslandsContext = createContext<PageIslands | null>(null)
