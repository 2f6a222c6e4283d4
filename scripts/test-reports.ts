import { readFileSync } from 'node:fs'

export type Report = { passed: number; failed: number; skipped: number; failures: Failure[] }

/** A test that failed: its name, and the beginning of what it said. */
type Failure = { test: string; said: string }

const SAID_LINES = 12
// eslint-disable-next-line no-control-regex
const COLOURS = /\u001B\[[0-9;]*m/g

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[]
}

export function readVitestReport(file: string): Report {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    // A file that could not be read at all has no tests to name.
    if (failed.length === 0 && message !== '') return [{ test: name, said: beginningOf(message) }]
    return failed.map(({ fullName, failureMessages }) => ({ test: fullName, said: beginningOf(failureMessages[0]) }))
  })
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests, failures }
}

type Suite = { specs?: Spec[]; suites?: Suite[] }
type Spec = { file: string; line: number; title: string; ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }
type PlaywrightReport = { suites: Suite[]; stats: { expected: number; unexpected: number; skipped: number; flaky: number } }

export function readPlaywrightReport(file: string): Report {
  const { suites, stats } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
  const failures = suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ file: journey, line, title, tests }) => ({
      test: `${journey}:${line} ${title}`,
      said: tests
        .flatMap(({ results }) => results.flatMap(({ errors }) => errors))
        .map(({ message }) => beginningOf(message))
        .join('\n'),
    }))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped, failures }
}

function specsOf({ specs = [], suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function beginningOf(message = ''): string {
  return message.replace(COLOURS, '').trim().split('\n').slice(0, SAID_LINES).join('\n')
}
