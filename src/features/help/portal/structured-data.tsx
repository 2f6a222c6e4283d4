import { useState } from 'react'
import { useHasScript } from '#portal/ui/use-has-script.ts'

/**
 * What search engines read. It is part of the page the server sent and of no page shown later without a page load: nobody
 * would read it there, and writing a script element is what our content policy forbids. For the same reason it never changes.
 */
export function StructuredData({ data }: { data: object }) {
  const hasScript = useHasScript()
  const [json] = useState(() => (hasScript ? null : JSON.stringify(data).replace(/</g, '\\u003c')))
  return json && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

type Crumb = { name: string; path: string }

export function faqData({ question, answer }: { question: string; answer: string }) {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: [{ '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } }],
  }
}

export function breadcrumbData(crumbs: Crumb[], publicUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name,
      item: new URL(path, publicUrl).href,
    })),
  }
}
