import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Created for these tests only: of localhost, signed by itself. */
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghompmi+q1GqGwLnK
rSAg05NyPYfYPQ3UxGtkxAG+G3ehRANCAAQN3eqHXT5bIHXNWmqOPfcpQ1UgNoJ0
hPt3WQCl102tGAp16ziUdn0Bwm6qT8EBod0iBWJ5SJPeyxDKu/Ely4K5
-----END PRIVATE KEY-----`
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfDCCASOgAwIBAgIUFa4hC+oXuXXftNGB99jmMAbzHxwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTExNjEwMzYwMVoXDTQ2MTExMTEw
MzYwMVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEDd3qh10+WyB1zVpqjj33KUNVIDaCdIT7d1kApddNrRgKdes4lHZ9AcJu
qk/BAaHdIgVieUiT3ssQyrvxJcuCuaNTMFEwHQYDVR0OBBYEFFRzm5DbmVRmfbCe
LzkO9jEBZ+99MB8GA1UdIwQYMBaAFFRzm5DbmVRmfbCeLzkO9jEBZ+99MA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgMltuMuPyMxLrTiyYNlLh9yB9
23o2SO41KupSgdg/tW4CIBsfENZmQqOBrrX5IxbJoojSpzS1YJFyM80j1CTzzEJO
-----END CERTIFICATE-----`

/** The same as files, for settings that name some. */
export function certificateFiles(): { certificate: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-certificate-'))
  const files = { certificate: join(folder, 'client.pem'), key: join(folder, 'client.key') }
  writeFileSync(files.certificate, CERTIFICATE)
  writeFileSync(files.key, KEY)
  return files
}
