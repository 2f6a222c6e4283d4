import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { findChromium } from '../tests/support/chromium.ts'
import { smallPng } from './small-png.ts'

const MARK = readFileSync('public/favicon.svg', 'utf8')

/** The logo without its border: launchers crop it freely, and all of it is within the middle four fifths. */
const WHOLE = MARK.replace(/<circle[^>]*\/>/, '<path d="M0 0h40v40H0z" fill="#f97316"/>')
  .replace('M2 27c7-9 13-9 18-3s11 5 18-2a19 19 0 0 1-36 5z', 'M0 30c7-9 14-9 20-3s13 5 20-3v16H0z')
  .replace('M14 17a8.5 8.5 0 0 1 12 0M10.5 13.5a13.5 13.5 0 0 1 19 0', 'M15.2 18.4a6.8 6.8 0 0 1 9.6 0M12.4 15.6a10.8 10.8 0 0 1 15.2 0')

/** iPhones request the last one by default, without a link in the page. */
const ICONS = [
  { file: 'public/icons/app-192.png', picture: MARK, size: 192 },
  { file: 'public/icons/app-512.png', picture: MARK, size: 512 },
  { file: 'public/icons/app-whole-512.png', picture: WHOLE, size: 512 },
  { file: 'public/apple-touch-icon.png', picture: WHOLE, size: 180 },
]

/** Draws the icons of the installed app from public/favicon.svg: `node scripts/write-app-icons.ts`, after the mark has changed. */
async function main(): Promise<void> {
  mkdirSync('public/icons', { recursive: true })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage()
  for (const { file, picture, size } of ICONS) {
    const dots = await page.evaluate(draw, { picture, size })
    writeFileSync(file, smallPng(Uint8Array.from(dots), size))
  }
  await browser.close()
}

/** In the browser: four values per pixel. */
async function draw({ picture, size }: { picture: string; size: number }): Promise<number[]> {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(picture.replace('<svg ', `<svg width="${size}" height="${size}" `))}`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
  const pen = canvas.getContext('2d')
  pen?.drawImage(image, 0, 0, size, size)
  return Array.from(pen?.getImageData(0, 0, size, size).data ?? [])
}

await main()
