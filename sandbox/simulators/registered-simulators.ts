import { airtelMoneySimulator } from '../airtel-money/airtel-money-simulator.ts'
import { cinetpaySimulator } from '../cinetpay/cinetpay-simulator.ts'
import { darajaSimulator } from '../daraja/daraja-simulator.ts'
import { dpoSimulator } from '../dpo/dpo-simulator.ts'
import { moneySimulator, smartcashSimulator } from '../gsma/gsma-simulator.ts'
import { kannelSimulator } from '../kannel/kannel-simulator.ts'
import { paystackSimulator } from '../paystack/paystack-simulator.ts'
import { pispiSimulator } from '../pispi/pispi-simulator.ts'
import { tinggSimulator } from '../tingg/tingg-simulator.ts'
import { tmforumSimulator } from '../tmforum/tmforum-simulator.ts'
import { ubaSimulator } from '../uba/uba-simulator.ts'
import type { Simulator } from './simulator.ts'

/** All simulators, in the order of the front page. */
export const SIMULATORS: readonly Simulator[] = [
  tmforumSimulator,
  kannelSimulator,
  paystackSimulator,
  dpoSimulator,
  tinggSimulator,
  ubaSimulator,
  cinetpaySimulator,
  moneySimulator,
  smartcashSimulator,
  darajaSimulator,
  airtelMoneySimulator,
  pispiSimulator,
]
