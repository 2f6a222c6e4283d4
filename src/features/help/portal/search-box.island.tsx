import { island } from '#island'
import { SearchBox } from './search-box.tsx'

export default island('search-box', SearchBox)
