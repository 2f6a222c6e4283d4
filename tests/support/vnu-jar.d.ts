declare module 'vnu-jar' {
  /** Path of the Nu HTML checker. */
  const path: string
  export default path
}
