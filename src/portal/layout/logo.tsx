import { OPERATOR } from '#operator-record'

/** The operator's mark. */
export function Logo() {
  const { viewBox, shapes } = OPERATOR.look.logo
  return <svg viewBox={viewBox} width="34" height="34" aria-hidden="true" dangerouslySetInnerHTML={{ __html: shapes }} />
}
