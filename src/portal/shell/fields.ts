import { loadOfferedNumbers } from '#features/device-storage/portal/load-offered-numbers.ts'
import { sealForms } from '#features/field-encryption/portal/encrypt-forms.ts'
import { beginTyping } from './begin-typing.ts'
import { fillQuickPicks } from './quick-picks.ts'
import { keepTypedValues } from './typed-values.ts'

/** The additional script of pages with fields. */
keepTypedValues()
beginTyping()
fillQuickPicks()
sealForms()
void loadOfferedNumbers()
