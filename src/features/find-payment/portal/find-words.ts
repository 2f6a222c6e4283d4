import type { CodeTexts } from '#features/one-time-code/portal/code-texts.ts'
import type { RequestedCode } from '#features/one-time-code/portal/requested-code.ts'
import type { ContentPackages } from '#features/site-content/content-packages.ts'

/** Abuse 93: a code has six or twelve digits here, and only the latest send tells which. */
export function codeWords({ isLong }: RequestedCode, texts: ContentPackages['find-translation'], codeTexts: CodeTexts): CodeTexts {
  const sentTo = isLong ? texts.codeSentLong : texts.codeSent
  return { ...codeTexts, codeLabel: texts.codeLabel, incomplete: texts.codeIncomplete, sentTo }
}
