import { countText, previewText, type Counting } from '../pages/texts/count-text.ts'

/** While someone types: how long the text is, and how a phone shows it. */
export function countTexts(): void {
  for (const field of document.querySelectorAll<HTMLTextAreaElement>('textarea[data-counting]')) {
    const counting: Counting & { examples: Record<string, string> } = JSON.parse(field.dataset.counting ?? '{}')
    const output = document.getElementById(`${field.id}-count`)
    const preview = document.getElementById(`${field.id}-preview`)
    const show = () => {
      const { label, isOver } = countText(field.value, counting)
      if (output) {
        output.textContent = label
        output.classList.toggle('text-bad', isOver)
      }
      // An answer holds markup, which the server shows after it was saved.
      if (preview && counting.kind !== 'answer') preview.textContent = previewText(field.value, counting.kind, counting.examples)
    }
    field.addEventListener('input', show)
    show()
  }
}
