import { hash } from 'node:crypto'

export type PolicyOptions = {
  /** Origins a form may be sent on to besides our own, for example a payment gateway after a redirect. */
  formTargets: readonly string[]
  /** Origins whose pages may be framed in ours. */
  frameTargets: readonly string[]
  /** GEN-6: where built files are fetched from, when that is not the portal itself. */
  assetBase: string | null
  /** The origin of the operator's map tiles, when that is not the portal itself. */
  tileOrigin: string | null
}

/** What a page with this style may load and do: it contains no inline script, so none is allowed. */
export function contentPolicy(styles: string, { formTargets, frameTargets, assetBase, tileOrigin }: PolicyOptions): string {
  const tiles = tileOrigin ? [tileOrigin] : []
  // With the slash it allows everything below, and nothing beside it.
  const assets = assetBase ? ["'self'", `${assetBase}/`] : ["'self'"]
  return [
    "default-src 'none'",
    ['script-src', ...assets].join(' '),
    `style-src 'self' 'sha256-${hash('sha256', styles, 'base64')}'`,
    ['img-src', "'self'", 'data:', ...tiles].join(' '),
    // Scripts are preloaded by fetch where the browser reuses the download.
    ['connect-src', ...assets, ...tiles].join(' '),
    "manifest-src 'self'",
    // Only the worker that stores the offline page (decision 0036).
    "worker-src 'self'",
    ['form-action', "'self'", ...formTargets].join(' '),
    ...(frameTargets.length > 0 ? [['frame-src', ...frameTargets].join(' ')] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Text becomes markup only through the policy of portal/islands/markup-policy.ts.
    "require-trusted-types-for 'script'",
    // The second names the worker's one address.
    'trusted-types default worker',
  ].join('; ')
}
