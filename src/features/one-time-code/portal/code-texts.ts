import type { CodeRefusal } from './code-calls.ts'
import type { ContentPackages } from '#portal/content-packages.ts'

export type CodeTexts = ContentPackages['otp-translation']

/** ERR-1: the server's sentence where it gave one. */
export function refusalWords({ failure, message }: Pick<CodeRefusal, 'failure' | 'message'>, texts: CodeTexts): string {
  return message ?? (failure === 'incomplete' ? texts.incomplete : texts.noAnswer)
}
