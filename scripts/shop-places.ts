/**
 * Quarters in which the demonstration operator has a shop (S) or a dealer (D). Quarters of Niamey have their approximate place;
 * elsewhere the generator puts them near the centre of the town. Names of quarters are real, shops are not.
 */
export const NIAMEY_QUARTERS: [kind: 'S' | 'D', quarter: string, latitude: number, longitude: number, where: string][] = [
  ['S', 'Plateau', 13.5182, 2.1002, 'Boulevard de la République, face au rond-point de la Francophonie'],
  ['S', 'Petit Marché', 13.5127, 2.1126, 'Avenue de la Mairie, en face du Petit Marché'],
  ['S', 'Grand Marché', 13.5166, 2.1173, 'Boulevard de la Liberté, entrée sud du Grand Marché'],
  ['S', 'Yantala', 13.5296, 2.0868, 'Route de Tillabéri, à côté de la station-service'],
  ['S', 'Koira Kano', 13.5412, 2.0952, 'Avenue des Ambassades, près du lycée'],
  ['S', 'Wadata', 13.5196, 2.1337, 'Face à la gare routière de Wadata'],
  ['S', 'Harobanda', 13.4965, 2.0923, 'Rive droite, sortie du pont Kennedy'],
  ['D', 'Boukoki', 13.5291, 2.1187, 'Rue du château d’eau'],
  ['D', 'Lazaret', 13.5423, 2.1262, 'Carrefour du centre de santé'],
  ['D', 'Dar es Salam', 13.5372, 2.1131, 'Près de la mosquée centrale'],
  ['D', 'Banifandou', 13.5393, 2.1434, 'Rond-point des écoles'],
  ['D', 'Talladjé', 13.5063, 2.1641, 'Grande voie, face au marché'],
  ['D', 'Gamkallé', 13.4962, 2.1293, 'Route de l’abattoir'],
  ['D', 'Goudel', 13.5374, 2.0563, 'Entrée du quartier, côté fleuve'],
  ['D', 'Saga', 13.4613, 2.1472, 'Devant la mairie annexe'],
  ['D', 'Karadjé', 13.5026, 2.0829, 'Rive droite, face au marché'],
  ['D', 'Kirkissoye', 13.4812, 2.1089, 'Route de Say'],
  ['D', 'Aéroport', 13.4853, 2.1772, 'Hall des arrivées et rond-point de l’aéroport'],
]

export const TOWN_QUARTERS: [town: string, shops: string[], dealers: string[]][] = [
  ['Zinder', ['Centre', 'Birni'], ['Zengou', 'Sabon Gari', 'Kara-Kara']],
  ['Maradi', ['Centre', 'Maradaoua'], ['Bourja', 'Zaria', 'Ali Dan Sofo']],
  ['Agadez', ['Centre'], ['Vieille Ville', 'Dagamanet', 'Sabon Gari']],
  ['Tahoua', ['Centre'], ['Koufan', 'Sabon Gari']],
  ['Dosso', ['Centre'], ['Fada', 'Sabon Gari']],
  ['Diffa', ['Centre'], ['Sabon Carré', 'Château']],
  ['Tillabéri', ['Centre'], ['Gare']],
  ['Birni N’Konni', ['Centre'], ['Gare']],
  ['Arlit', ['Centre'], ['Akokan']],
  ['Gaya', ['Centre'], ['Marché']],
  ['Dogondoutchi', ['Centre'], []],
  ['Tessaoua', ['Centre'], []],
  ['Madaoua', ['Centre'], []],
  ['Téra', ['Centre'], []],
  ['Magaria', [], ['Marché']],
  ['Mirriah', [], ['Centre']],
  ['Matamey', [], ['Centre']],
  ['Tanout', [], ['Centre']],
  ['Gouré', [], ['Centre']],
  ['N’Guigmi', [], ['Centre']],
  ['Maïné-Soroa', [], ['Centre']],
  ['Dakoro', [], ['Centre']],
  ['Mayahi', [], ['Centre']],
  ['Guidan Roumdji', [], ['Centre']],
  ['Illéla', [], ['Centre']],
  ['Keïta', [], ['Centre']],
  ['Abalak', [], ['Centre']],
  ['Filingué', [], ['Centre']],
  ['Ouallam', [], ['Centre']],
  ['Ayorou', [], ['Centre']],
  ['Kollo', [], ['Centre']],
  ['Say', [], ['Centre']],
  ['Loga', [], ['Centre']],
  ['Birnin Gaouré', [], ['Centre']],
  ['Bilma', [], ['Centre']],
]

export const WHERE_IN_TOWN = [
  'Près du grand marché',
  'Face à la gare routière',
  'À côté de la mairie',
  'Rond-point central',
  'Devant l’hôpital',
  'Route principale, face à la station-service',
]

/** Invented, four digits, the first one for the region: Niger has no codes that people use, but an operator may. */
export const POSTAL_PREFIX: Record<string, string> = {
  Agadez: '1',
  Diffa: '2',
  Dosso: '3',
  Maradi: '4',
  Tahoua: '5',
  Tillabéri: '6',
  Zinder: '7',
  Niamey: '8',
}
