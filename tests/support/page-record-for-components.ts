import '../../operators/ne-tenere/look/brand.css'
import country from '../../operators/ne-tenere/country.json' with { type: 'json' }
import languages from '../../operators/ne-tenere/languages.json' with { type: 'json' }
import brand from '../../operators/ne-tenere/operator.json' with { type: 'json' }
import money from '../../operators/ne-tenere/money.json' with { type: 'json' }

// Components find the operator's record where a page has it.
const frame = document.createElement('script')
frame.type = 'application/json'
frame.id = 'frame'
frame.textContent = JSON.stringify({
  operator: {
    brand,
    look: { logo: { viewBox: '0 0 40 40', shapes: '' } },
    country,
    money,
    languages: languages.filter(({ review }) => review === 'checked'),
  },
})
document.head.append(frame)
