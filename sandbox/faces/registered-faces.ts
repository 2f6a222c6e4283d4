import { kannelFace } from '../kannel/kannel-face.ts'
import type { Face } from './face.ts'

/** The faces that exist. Their order is the order of the front page. */
export const REGISTERED_FACES: readonly Face[] = [kannelFace]
