import { hash } from 'node:crypto'

export type PolicyOptions = {
  /** Origins a form may be sent on to besides our own, for example a payment gateway after a redirect. */
  formTargets: readonly string[]
  /** Whose pages may stand in a frame of ours. */
  frameTargets: readonly string[]
  /** GEN-6: where built files are fetched from, when that is not the portal itself. */
  assetBase: string | null
  /** Where the operator's map tiles come from, when that is not the portal itself. */
  tileOrigin: string | null
}

/** What a page with this style may load and do: no script stands in it, so none is allowed in it. */
export function contentPolicy(styles: string, { formTargets, frameTargets, assetBase, tileOrigin }: PolicyOptions): string {
  const tiles = tileOrigin ? [tileOrigin] : []
  // With the slash it is everything below, and nothing beside it.
  const assets = assetBase ? ["'self'", `${assetBase}/`] : ["'self'"]
  return [
    "default-src 'none'",
    ['script-src', ...assets].join(' '),
    `style-src 'self' 'sha256-${hash('sha256', styles, 'base64')}'`,
    ['img-src', "'self'", 'data:', ...tiles].join(' '),
    // Scripts are fetched before they are run where a browser would not ask twice for them.
    ['connect-src', ...assets, ...tiles].join(' '),
    "manifest-src 'self'",
    // Only the one that keeps the offline page (decision 0036).
    "worker-src 'self'",
    ['form-action', "'self'", ...formTargets].join(' '),
    ...(frameTargets.length > 0 ? [['frame-src', ...frameTargets].join(' ')] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // No text becomes markup but by the policy of portal/islands/markup-policy.ts.
    "require-trusted-types-for 'script'",
    // The second names the worker's one address.
    'trusted-types default worker',
  ].join('; ')
}
