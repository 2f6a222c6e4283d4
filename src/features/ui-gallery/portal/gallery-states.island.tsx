import { useState } from 'react'
import { island } from '#island'
import { Button } from '#portal/ui/frame/button.tsx'

/** Counts presses, which only script can; one that breaks when pressed gives the server's markup back. */
function StateSample({ isBreaking }: { isBreaking: boolean }) {
  const [presses, setPresses] = useState(0)
  if (isBreaking && presses > 0) throw new Error('this sample of the gallery breaks on purpose')
  return (
    <Button type="button" look="quiet" isSmall data-held onClick={() => setPresses(presses + 1)}>
      {isBreaking ? 'Casser' : presses === 0 ? 'Toucher' : `Touché ${presses} fois`}
    </Button>
  )
}

export default island('gallery-states', StateSample)
