import { expect, test } from 'vitest'
import { jsonForHtml } from './json-for-html.ts'

test.for(['</script><script>alert(1)</script>', '<!--<script>', '</SCRIPT >', ']]><b>', '\u2028</script>'])(
  'JSON for a page ends no script element, and is read back as it was: %j',
  (text) => {
    const written = jsonForHtml({ [text]: [text] })
    expect(written).not.toContain('<')
    expect(JSON.parse(written)).toEqual({ [text]: [text] })
  },
)
