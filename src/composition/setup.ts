import type { MetricSample } from '#server/logging/metric-sampler.ts'
import type { Settings } from '#settings/settings.ts'
import { OPERATOR } from '#operator-record'

/** Mistakes in production that no single setting shows. */
const WARNINGS = ['no-payment-provider', 'demonstration-brand', 'demonstration-shops', 'demonstration-sites'] as const
type Warning = (typeof WARNINGS)[number]

export type Setup = {
  warnings(): Promise<Warning[]>
  /** For `/readyz`. */
  tell(): Promise<object>
  samples(): Promise<MetricSample[]>
}

type SetupSettings = Pick<Settings, 'mode' | 'testSystems' | 'gateways' | 'wallets'>
export type Demonstrations = { shops(): Promise<boolean>; sites(): Promise<boolean> }

/** OPS-3. In the sandbox all of it is intended. */
export function createSetup({ mode, testSystems, gateways, wallets }: SetupSettings, demonstrations: Demonstrations): Setup {
  const hasProvider = [...Object.values(gateways), ...Object.values(wallets)].some((provider) => provider !== null)

  async function warnings(): Promise<Warning[]> {
    if (mode !== 'production') return []
    const stands: Record<Warning, boolean> = {
      'no-payment-provider': !hasProvider,
      'demonstration-brand': OPERATOR.brand.isDemonstration,
      'demonstration-shops': await demonstrations.shops(),
      'demonstration-sites': await demonstrations.sites(),
    }
    return WARNINGS.filter((warning) => stands[warning])
  }

  return {
    warnings,
    async tell() {
      const current = await warnings()
      return { mode, ...(testSystems.length > 0 && { testSystems }), ...(current.length > 0 && { warnings: current }) }
    },
    async samples() {
      const current = await warnings()
      return WARNINGS.map((warning) => ({
        name: 'guichet_setup_warning',
        labels: { warning },
        value: Number(current.includes(warning)),
      }))
    },
  }
}
