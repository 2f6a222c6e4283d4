import type { ContentPackages } from '#features/site-content/content-packages.ts'
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

/** The texts of the form; those of the state stay on the server. */
export const trackTexts = (texts: ContentPackages['lead-status-translation']) => pickTexts(texts, TRACK_TEXTS)
export type TrackTexts = ReturnType<typeof trackTexts>

export type TrackProblems = { leadId?: 'leadIdRequired' | 'notFound'; contactNumber?: 'contactRequired' | 'contactInvalid' }
