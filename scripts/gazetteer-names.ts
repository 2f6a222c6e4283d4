export type City = { name: string; lat: string; lng: string; country: string; admin1: string }

type GazetteerPlace = { name: string; latitude: number; longitude: number; region: string; population: number; aliases?: string[] }

/** As people in Niger write them; GeoNames has some in a scholar's spelling. */
const WRITTEN: Record<string, string> = {
  'Birni N Konni': 'Birni N’Konni',
  Nguigmi: 'N’Guigmi',
  Ngourti: 'N’Gourti',
  'I-n-Gall': 'In-Gall',
  'I-n-Ouagar': 'In-Ouagar',
  'Tchin Tabaradèn': 'Tchintabaraden',
  'Damagaram Takèr': 'Damagaram Takaya',
  Adérbissinat: 'Aderbissinat',
  Bélbéji: 'Belbédji',
  'Bani Bangou': 'Banibangou',
  Iferouâne: 'Iférouane',
  Abalak: 'Abalak',
  'Maïné Soroa': 'Maïné-Soroa',
  Dungas: 'Dungass',
}

/** Aliases that a fuzzy search would not find. */
const ALIASES: Record<string, string[]> = {
  Agadez: ['Agadès'],
  'Birni N’Konni': ['Konni', 'Birnin Konni'],
  'Birnin Gaouré': ['Boboye', 'Birni Ngaouré'],
  Dogondoutchi: ['Doutchi'],
  'N’Guigmi': ['Nguigmi'],
  Zinder: ['Damagaram'],
  Tahoua: ['Ader'],
  Niamey: ['Niame', 'capitale'],
  'In-Gall': ['Ingal', 'Ingall'],
  Tchirozérine: ['Tchiro'],
  Filingué: ['Filingue'],
}

/** A camp beside Agadez that GeoNames counts as a town of 88,561: an artefact. */
const LEFT_OUT = new Set(['Alaghsas'])
const UNKNOWN_POPULATION = 6000

export function gazetteerOf(given: { cities: City[]; populations: string; regionNames: Map<string, string> }): GazetteerPlace[] {
  const populationAt = new Map(given.populations.split('\n').map((line) => populationOf(line.split('\t'))))
  return given.cities
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map(({ name, lat, lng, admin1 }) => {
      const written = WRITTEN[name] ?? name
      return {
        name: written,
        latitude: Number(lat),
        longitude: Number(lng),
        region: given.regionNames.get(admin1) ?? '',
        population: populationAt.get(`${lat},${lng}`) || UNKNOWN_POPULATION,
        ...(ALIASES[written] ? { aliases: ALIASES[written] } : {}),
      }
    })
    .toSorted((one, other) => other.population - one.population || one.name.localeCompare(other.name, 'fr'))
}

function populationOf(columns: string[]): [string, number] {
  return [`${Number(columns[4])},${Number(columns[5])}`, Number(columns[14])]
}
