import { island } from '#island'
import { NumberForm } from './number-form.tsx'

export default island('balance-form', NumberForm)
