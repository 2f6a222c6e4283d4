import { plainIsland } from '#plain-island'
import { helpTyping } from './help-typing.ts'

export default plainIsland('typing-help', helpTyping)
