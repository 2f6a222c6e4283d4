import { COUNTRY } from '#shared/operator.ts'
import { plainIsland } from '#plain-island'
import { fillText } from '#shared/fill-text.ts'
import { readFrame } from '#portal/islands/read-frame.ts'
import { apiClient } from '#portal/network/api-client.ts'
import { readQuestion, voteOnAnswer } from '../contract.ts'

/**
 * HELP-3: votes in place and fetches the question again. A call of its own rather than a post of the page: when the network goes away,
 * the answer being read stays where it is.
 */
function hydrate(element: HTMLElement): void {
  const part = (name: string) => element.querySelector<HTMLElement>(`[data-vote="${name}"]`)
  const form = element.querySelector('form')
  const [card, thanks, share, problem] = ['card', 'thanks', 'share', 'problem'].map(part)
  if (!form || !card || !thanks || !share || !problem) return
  const { questionId = '', failed = '', helpful = '' } = card.dataset
  const api = apiClient(readFrame().language, { readQuestion, voteOnAnswer })

  async function vote(button: HTMLButtonElement): Promise<void> {
    enable(false)
    say('')
    const answer = await api.voteOnAnswer({ opco: COUNTRY.code, questionId, isLike: button.value === 'true' })
    if (answer?.status === 'success') {
      const question = await api.readQuestion({ questionId })
      return thank((question?.status === 'success' ? question : answer).result)
    }
    say(answer?.message ?? failed)
    enable(true)
    // The pressed button lost the focus when it was disabled.
    button.focus()
  }

  /** The pressed button is gone: screen readers and keyboard focus continue from the thanks. */
  function thank({ countLikePercentage }: { countLikePercentage: number }): void {
    if (share) {
      share.textContent = fillText(helpful, { percent: countLikePercentage })
      share.hidden = false
    }
    form?.remove()
    thanks?.removeAttribute('hidden')
    thanks?.focus()
  }

  function say(words: string): void {
    if (problem) problem.textContent = words
  }

  function enable(isOn: boolean): void {
    for (const button of form?.querySelectorAll('button') ?? []) button.disabled = !isOn
  }

  form.addEventListener('submit', (event) => {
    if (!(event.submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    void vote(event.submitter)
  })
}

export default plainIsland('vote-card', hydrate)
