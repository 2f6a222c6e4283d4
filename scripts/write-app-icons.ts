import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { operatorNames } from '../src/settings/read-operator.ts'
import { findChromium } from '../tests/support/chromium.ts'
import { smallPng } from './small-png.ts'

/** Launchers crop the whole icon freely: its mark is within the middle four fifths. */
const ICONS = [
  { file: 'app-192.png', drawing: 'icon.svg', size: 192 },
  { file: 'app-512.png', drawing: 'icon.svg', size: 512 },
  { file: 'app-whole-512.png', drawing: 'icon-whole.svg', size: 512 },
  { file: 'apple-touch-icon.png', drawing: 'icon-whole.svg', size: 180 },
]

/** Draws the icons of the installed app into look/ of each operator: `node scripts/write-app-icons.ts`, after a drawing has changed. */
async function main(): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage()
  for (const name of operatorNames()) {
    const look = `operators/${name}/look`
    for (const { file, drawing, size } of ICONS) {
      const dots = await page.evaluate(draw, { picture: readFileSync(`${look}/${drawing}`, 'utf8'), size })
      writeFileSync(`${look}/${file}`, smallPng(Uint8Array.from(dots), size))
    }
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
