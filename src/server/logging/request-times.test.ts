import { expect, test } from 'vitest'
import { requestTimes } from './request-times.ts'

test('durations are exported by route, method and status class, each bucket including the smaller ones', () => {
  const times = requestTimes({ name: 'guichet_request_seconds', help: 'Time to answer' })
  for (const milliseconds of [5, 20, 6000]) times.observe({ route: '/*', method: 'GET', status: 200, milliseconds })
  times.observe({ route: '/*', method: 'GET', status: 304, milliseconds: 1 })
  const text = times.text()
  expect(text).toContain('guichet_request_seconds_bucket{le="0.005",route="/*",method="GET",status="2xx"} 1\n')
  expect(text).toContain('guichet_request_seconds_bucket{le="5",route="/*",method="GET",status="2xx"} 2\n')
  expect(text).toContain('guichet_request_seconds_bucket{le="+Inf",route="/*",method="GET",status="2xx"} 3\n')
  expect(text).toContain('guichet_request_seconds_sum{route="/*",method="GET",status="2xx"} 6.025\n')
  expect(text).toContain('guichet_request_seconds_count{route="/*",method="GET",status="3xx"} 1\n')
})
