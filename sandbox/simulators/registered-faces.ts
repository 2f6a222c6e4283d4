import { darajaFace } from '../daraja/daraja-face.ts'
import { dpoFace } from '../dpo/dpo-face.ts'
import { moneyFace, smartcashFace } from '../gsma/gsma-face.ts'
import { kannelFace } from '../kannel/kannel-face.ts'
import { paystackFace } from '../paystack/paystack-face.ts'
import { tinggFace } from '../tingg/tingg-face.ts'
import { tmforumFace } from '../tmforum/tmforum-face.ts'
import { ubaFace } from '../uba/uba-face.ts'
import type { Face } from './face.ts'

/** All simulators, in the order of the front page. */
export const REGISTERED_FACES: readonly Face[] = [
  tmforumFace,
  kannelFace,
  paystackFace,
  dpoFace,
  tinggFace,
  ubaFace,
  moneyFace,
  smartcashFace,
  darajaFace,
]
