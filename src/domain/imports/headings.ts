import type { Species } from '../animals.ts';
import { readHeading } from '../breeding-values.ts';
import { normalizeText } from '../text.ts';
import { weightUnits, type WeightUnit } from './amounts.ts';
import { matchBreedingValues } from './breeding-values.ts';
import { hasEventColumns } from './file-kind.ts';
import {
  fieldsByKind,
  importFields,
  allowsSeveralColumns,
  type Column,
  type EventField,
  type FieldByKind,
  type ImportField,
  type OwnField,
} from './fields.ts';

/**
 * Headings as farmers and other programs write them, in order of preference, reduced to letters and digits and without units. A field
 * without an entry is known by its name and its label.
 */
const synonyms: Readonly<Record<OwnField | 'notes', string> & Partial<Record<FieldByKind, string>>> = {
  tagNumber: `tagnumber tag tagno tagid tagnum vid visualid visualtag eartag eartagnumber eartagno managementtag animaltag animalid
    animalno animalnumber nummer tiernummer idnumber idno id lambtag lambid lambno kidtag kidid kidno lamb kid animal number no numero arete crotal brinco
    boucle ohrmarke ohrmarkennummer oornummer marca`,
  eid: `eid eidnumber eidno eidtag rfid rfidtag rfidnumber rfidno electronicid electronictag electronicidentification electroniceartag
    transponder transpondernumber chip chipnumber`,
  registration: `registrationnumber registrationno registrationid registration regnumber regno regid reg registrynumber registryno
    nsipid nsipnumber lambplanid kidplanid lpn lpnid herdbooknumber herdbookno flockbooknumber flockbookno herdbuchnummer zuchtbuchnummer`,
  name: 'name animalname barnname callname nickname petname nombre nom nome naam',
  species: 'species animalspecies animaltype stocktype kindofanimal especie espece specie tierart soort',
  sex: 'sex gender mf sexe sexo geschlecht geslacht sesso',
  birthDate: `birthdate dob dateofbirth birthday borndate dateborn born birth lambingdate kiddingdate datelambed datekidded
    fechadenacimiento fechanacimiento nacimiento datedenaissance datenaissance naissance geburtsdatum geboren geboortedatum
    datadenascimento datanascimento nascimento datadinascita birthdateyyyymmdd`,
  birthYear:
    'birthyear yearofbirth yob yearborn bornyear year anodenacimiento anneedenaissance annee geburtsjahr jahr ano geboortejaar',
  breed: 'breed breeds breedname genotype gen race raza rasse raca ras razza',
  color: 'color colour coatcolor coatcolour coat couleur farbe cor kleur colore',
  status: 'status animalstatus currentstatus stockstatus estado statut',
  healthStatus: 'health healthstatus healthscore',
  motherTag: `motherstagnumber mothertagnumber mothertag mothersid motherid mothervid motherno damtagnumber damtag damid damvid damno
    dameid dam mother ewetag eweid eweno ewe doetag doeid doeno doe madre mere mutter mae moeder`,
  motherBreed: 'mothersbreed motherbreed dambreed damgenotype damgen ewebreed ewegenotype ewegen doebreed doegen',
  motherAgeYears: `motherageyears motherage mothersage damage damageyears ageofdam eweage ageofewe doeage ageofdoe ageofmother aod`,
  fatherTag: `fatherstagnumber fathertagnumber fathertag fathersid fatherid fathervid fatherno siretagnumber siretag sireid sirevid sireno
    sireeid sire father ramtag ramid ramno ram bucktag buckid buckno buck padre pere vater pai vader`,
  fatherBreed: 'fathersbreed fatherbreed sirebreed siregenotype siregen rambreed ramgenotype ramgen buckbreed buckgen',
  birthWeight: 'birthweight birthwt birthwgt bwt bw weightatbirth pesoalnacer pesoalnacimiento geburtsgewicht poidsnaissance',
  weaningWeight: 'weaningweight weanweight weanwt weaningwt weanwgt wwt ww weightatweaning pesoaldestete absetzgewicht',
  weaningAge: 'weaningage weaningagedays weanage weanagedays ageatweaning weaningdays ageweaned',
  weight: `weight liveweight bodyweight currentweight lastweight latestweight wt livewt bodywt wgt gewicht lebendgewicht
    korpergewicht lichaamsgewicht peso pesovivo pesocorporal pesoactual pesoatual poids poidsvif pesocorporeo`,
  weighingDate: `weighingdate weighdate dateweighed dateofweighing weighedon weightdate dateofweight weighday wiegedatum wiegetag
    gewogenam weegdatum gewogenop fechadepesaje fechapesaje fechadepeso fechapeso datedepesee datepesee datadepesagem datapesagem
    datapesatura weighingdateyyyymmdd`,
  vaccinated: 'vaccinated vaccination vaccinations vaccine cdt cdandt vacc',
  pedigreeUrl: 'pedigreelink pedigreeurl pedigree link url',
  forSale: 'forsale onsale listed zumverkauf zuverkaufen avendre enventa avenda tekoop invendita',
  salePrice: 'saleprice price askingprice forsaleprice precio prix preis preco',
  saleDescription: 'saledescription salesdescription addescription',
  notes:
    'notes note comments comment remarks remark description memo observaciones observacoes bemerkungen remarques opmerkingen',
};

/** Headings that have this meaning only in event files. */
const eventSynonyms: Readonly<Record<EventMeaning, string>> = {
  day: 'date day datetime sessiondate recorddate datum fecha data',
  treatedOn: 'treatmentdate treatedon datetreated dateoftreatment dategiven giveon behandlungsdatum',
  time: 'time timeofday hour uhrzeit hora heure',
  product: 'product productname medicine medication drug treatment treatmentname medikament producto produit',
  dose: 'dose dosage doserate amount dosis',
  doseUnit: 'unit units doseunit unitofdose',
  batch: 'batch batchno batchnumber lot lotno lotnumber',
  reason: 'reason reasonfortreatment diagnosis condition motive grund',
  meatDays: `meatwithdrawaldays meatwithdrawal meatwhp meatwhpdays whpmeat withdrawalmeat withdrawalmeatdays meatdays whp whpdays
    withdrawaldays withdrawal`,
  milkDays: 'milkwithdrawaldays milkwithdrawal milkwhp milkwhpdays whpmilk withdrawalmilk withdrawalmilkdays milkdays',
};

const eventMeanings = new Map(
  Object.entries(eventSynonyms).flatMap(([field, words]) =>
    words.split(/\s+/).map((word) => [word, field as EventMeaning] as const),
  ),
);

const meanings = new Map<string, { readonly field: ImportField; readonly rank: number }>();
for (const [field, words] of Object.entries(synonyms) as [ImportField, string][]) {
  for (const [rank, word] of words.split(/\s+/).entries()) meanings.set(word, { field, rank });
}
for (const field of fieldsByKind) {
  for (const [rank, words] of [importFields[field].label, field].entries()) {
    const word = splitWords(words).join('');
    if (!meanings.has(word)) meanings.set(word, { field, rank });
  }
}

/**
 * Assigns a field to each column: the one this farm chose last time, else the one its heading means, else `keep`, which stores
 * the cell in the notes.
 */
export function matchHeadings(
  headings: readonly string[],
  remembered: ReadonlyMap<string, ImportField> = new Map(),
  rememberedOfBreedingValues: ReadonlyMap<string, ImportField> = new Map(),
): readonly Column[] {
  const matches = headings.map((heading) => matchHeading(heading, remembered));
  const best = new Map<ImportField, number>();
  for (const [column, match] of matches.entries()) {
    const current = match && best.get(match.field);
    if (match && (current === undefined || match.rank < (matches[current]?.rank ?? 0))) best.set(match.field, column);
  }
  const columns = headings.map((heading, column): Column => {
    const match = matches[column];
    const isOwner = match && (allowsSeveralColumns(match.field) || best.get(match.field) === column);
    return { heading, field: isOwner ? match.field : 'keep' };
  });
  const ofBreedingValues = matchBreedingValues(columns, (heading) => rememberedOfBreedingValues.get(headingKey(heading)));
  if (ofBreedingValues) return ofBreedingValues;
  const isKept = ({ heading, field }: Column): boolean => field === 'keep' && !remembered.has(headingKey(heading));
  const hasWeights = columns.some(({ field }) => field === 'weight');
  const dayOfEvents = hasWeights ? 'weighingDate' : 'treatedOn';
  const ofEvents = matchEventHeadings(columns, isKept, (meaning) =>
    meaning === 'day' || meaning === 'treatedOn' ? dayOfEvents : meaning,
  );
  if (hasEventColumns(ofEvents)) return ofEvents;
  // In a file with weights, 'Date' may be the day of the weighing.
  const withTreatments = matchEventHeadings(columns, isKept, (meaning) =>
    meaning === 'day' ? (hasWeights ? undefined : 'treatedOn') : meaning,
  );
  if (hasTreatmentColumns(withTreatments)) return withTreatments;
  return columns.map((column) => (isEventField(column.field) ? { ...column, field: 'keep' } : column));
}

type EventMeaning = EventField | 'day';

const hasTreatmentColumns = (columns: readonly Column[]): boolean =>
  (['product', 'treatedOn'] as const).every((field) => columns.some((column) => column.field === field));

const isEventField = (field: ImportField): boolean => Object.hasOwn(eventSynonyms, field);

/** Looks at the columns that have no meaning in a file of animals. */
function matchEventHeadings(
  columns: readonly Column[],
  isKept: (column: Column) => boolean,
  fieldOf: (meaning: EventMeaning) => ImportField | undefined,
): Column[] {
  const taken = new Set(columns.map(({ field }) => field));
  return columns.map((column) => {
    const meaning = isKept(column) ? eventMeanings.get(splitWords(column.heading).join('')) : undefined;
    const field = meaning && fieldOf(meaning);
    if (field === undefined || taken.has(field)) return column;
    taken.add(field);
    return { ...column, field };
  });
}

export const headingKey = (heading: string): string => normalizeText(heading).slice(0, 200).toWellFormed();

export function unitOf(heading: string): WeightUnit | undefined {
  const words = splitWords(heading);
  return words.length > 1 ? weightUnits.get(words.at(-1) ?? '') : undefined;
}

export function speciesOf(headings: readonly string[]): Species | undefined {
  const words = headings.flatMap(splitWords);
  const about = (stem: RegExp): boolean => words.some((word) => stem.test(word));
  const isSheep = about(/^(?:ewe|ram|lamb|sheep|flock|tup)(?:s|ing|id|no|tag|gen|breed|age)?$/);
  const isGoat = about(/^(?:doe|buck|kid|goat)(?:s|ding|id|no|tag|gen|breed|age)?$/);
  if (isSheep === isGoat) return undefined;
  return isSheep ? 'sheep' : 'goat';
}

export const maxHeadingRows = 20;

/** Titles and notes may stand above the headings. Returns undefined if the table begins with an animal. */
export function findHeadingRow(rows: readonly (readonly string[])[]): number | undefined {
  let best = { row: 0, known: 0 };
  for (const [row, cells] of rows.slice(0, maxHeadingRows).entries()) {
    const known = countKnownHeadings(cells);
    if (known > best.known) best = { row, known };
  }
  if (best.known >= 2) return best.row;
  const first = rows[0] ?? [];
  const hasNumbers = first.some((cell) => /^\s*[\d.,/-]+\s*$/.test(cell));
  return hasNumbers && best.known === 0 ? undefined : best.row;
}

export const countKnownHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => matchHeading(cell, new Map()) !== undefined || readHeading(cell).isKnown).length;

function matchHeading(
  heading: string,
  remembered: ReadonlyMap<string, ImportField>,
): { field: ImportField; rank: number } | undefined {
  const field = remembered.get(headingKey(heading));
  if (field) return { field, rank: -1 };
  const words = splitWords(heading);
  const withoutUnit = words.length > 1 && weightUnits.get(words.at(-1) ?? '') ? words.slice(0, -1) : words;
  return meanings.get(words.join('')) ?? meanings.get(withoutUnit.filter((word) => word !== 'in').join(''));
}

function splitWords(heading: string): string[] {
  return (
    heading
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .normalize('NFKD')
      .replaceAll(/['’]s\b|[\p{M}'’]/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
