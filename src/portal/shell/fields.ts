import { loadOfferedNumbers } from '#features/on-this-phone/portal/load-offered-numbers.ts'
import { sealForms } from '#features/sealing/portal/seal-forms.ts'
import { keepTypedValues } from './typed-values.ts'

/** What a page with something to fill in has of script besides the shell. */
keepTypedValues()
sealForms()
void loadOfferedNumbers()
