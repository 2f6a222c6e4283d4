import '../../operators/ne-tenere/look/brand.css'
import country from '../../operators/ne-tenere/country.json' with { type: 'json' }
import languages from '../../operators/ne-tenere/languages.json' with { type: 'json' }
import brand from '../../operators/ne-tenere/operator.json' with { type: 'json' }
import money from '../../operators/ne-tenere/money.json' with { type: 'json' }

/** `#operator-record` of components: some of them run on the server only, which knows more of the operator than a page does. */
export const OPERATOR = {
  brand,
  look: { logo: { viewBox: '0 0 40 40', shapes: '' } },
  country,
  money,
  languages: languages.filter(({ review }) => review === 'checked'),
}
