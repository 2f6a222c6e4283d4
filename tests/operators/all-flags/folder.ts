import { join } from 'node:path'

/** An operator like the default one with every flag on: a second currency, bundles for postpaid lines, the balance of a router. */
export const ALL_FLAGS_FOLDER = join(import.meta.dirname, 'operator')
