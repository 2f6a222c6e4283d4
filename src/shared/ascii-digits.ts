const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu

/** Digits of any script as 0 to 9: '४٠8' becomes '408'. All other characters are unchanged. */
export function asciiDigits(text: string): string {
  return text.replace(OTHER_DIGIT, (digit) => String(valueOf(digit)))
}

/** Every script has its ten digits in a row, from zero to nine, and adjacent rows contain whole tens. */
function valueOf(digit: string): number {
  const place = digit.codePointAt(0) ?? 0
  let first = place
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return (place - first) % 10
}
