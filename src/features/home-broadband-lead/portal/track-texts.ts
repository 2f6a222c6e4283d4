import type { ContentPackages } from '#portal/texts/content-packages.ts'
import { pickTexts } from '#portal/texts/pick-texts.ts'

const TRACK_TEXTS = [
  'leadId',
  'leadIdHint',
  'leadIdRequired',
  'notFound',
  'contactNumber',
  'contactNumberHint',
  'contactRequired',
  'contactInvalid',
  'track',
] as const

/** What the form says; how a request stands is the server's to say. */
export const trackTexts = (texts: ContentPackages['lead-status-translation']) => pickTexts(texts, TRACK_TEXTS)
export type TrackTexts = ReturnType<typeof trackTexts>

export type TrackProblems = { leadId?: 'leadIdRequired' | 'notFound'; contactNumber?: 'contactRequired' | 'contactInvalid' }
