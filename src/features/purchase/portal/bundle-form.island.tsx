import { island } from '#island'
import { BundleForm, type BundleFormProps } from './bundle-form.tsx'

export default island<BundleFormProps>('bundle-form', BundleForm)
