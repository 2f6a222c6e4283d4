/**
 * The first import of start.ts: React chooses its slow development build when NODE_ENV is unset before it is loaded. Measured: a page then
 * costs twice the processor time.
 */
process.env.NODE_ENV ??= process.argv.includes('--dev') ? 'development' : 'production'
