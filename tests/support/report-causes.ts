import fc from 'fast-check'

// The test report prints messages only: the error behind a failed property must be part of its message.
fc.configureGlobal({ includeErrorInReport: true })
