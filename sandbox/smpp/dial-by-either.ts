import type { UssdDialler } from '../handset/ussd-dialler.ts'
import type { SmppNetwork } from './smpp-network.ts'

/** While a program is bound by SMPP, phones dial through it; otherwise by the form. A session stays where it was dialled. */
export function dialByEither({ centre, dialler: bySmpp }: SmppNetwork, byForm: UssdDialler): UssdDialler {
  const isBySmpp = (msisdn: string) => bySmpp.screenOf(msisdn) !== null
  const of = (msisdn: string) => (isBySmpp(msisdn) ? bySmpp : byForm)
  return {
    screenOf: (msisdn) => of(msisdn).screenOf(msisdn),
    async dial(msisdn, dialled) {
      of(msisdn).close(msisdn)
      await (centre.isBound() ? bySmpp : byForm).dial(msisdn, dialled)
    },
    answer: (msisdn, input) => of(msisdn).answer(msisdn, input),
    close: (msisdn) => of(msisdn).close(msisdn),
  }
}
