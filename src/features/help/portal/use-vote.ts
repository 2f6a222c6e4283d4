import { useState } from 'react'
import { apiClient } from '#portal/api-client.ts'
import { useLanguage } from '#portal/frame-context.ts'
import type { Question } from '../contract.ts'

type Counts = Pick<Question, 'countLikePercentage' | 'votes'>

/**
 * HELP-3: votes in place and fetches the question again. A call of its own rather than a post of the page: when the network
 * goes away, the answer being read stays where it is.
 */
export function useVote({ questionId, countLikePercentage, votes }: Counts & { questionId: string }, failedWords: string) {
  const api = apiClient(useLanguage())
  const [isSending, setSending] = useState(false)
  const [counted, setCounted] = useState<Counts | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function vote(isLike: boolean) {
    setSending(true)
    setProblem(null)
    const answer = await api.voteOnAnswer({ opco: 'NE', questionId, isLike })
    if (answer?.status === 'success') {
      setCounted(answer.result)
      const again = await api.readQuestion({ questionId })
      if (again?.status === 'success') setCounted(again.result)
    } else setProblem(answer?.message ?? failedWords)
    setSending(false)
  }

  function submit(event: React.SubmitEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent
    if (!(submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    void vote(submitter.value === 'true')
  }

  return { isSending, isDone: counted !== null, counts: counted ?? { countLikePercentage, votes }, problem, submit }
}
