/**
 * The first import of start.ts: React picks its slow, talkative half when nothing is said before it is loaded. Measured: a page then costs
 * twice the processor time.
 */
process.env.NODE_ENV ??= process.argv.includes('--dev') ? 'development' : 'production'
