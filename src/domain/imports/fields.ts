import { animalTagLabel } from '../animal-tags.ts';
import { animalFields, type AnimalRecord } from '../records/animal.ts';
import { fieldNames, infosOf } from '../records/fields.ts';
import type { WeightUnit } from '../units.ts';
import { eventFieldNames, eventFields, named, type EventField, type ImportFieldInfo } from './event-fields.ts';

const animalInfos = infosOf(animalFields);

function ofAnimal(name: keyof AnimalRecord, words = ''): ImportFieldInfo {
  const { kind, label, importLabel = label, heading } = animalInfos[name];
  return named(importLabel, words, { kind, ...(typeof heading === 'string' && { heading }) });
}

const ownFields = {
  tagNumber: ofAnimal(
    'tagNumber',
    'tag-number tag tag-id tagnum visual vid visual-id visual-tag ear-tag ear-tag-number management-tag animal-tag animal-id animal-no nummer tiernummer id-number id lamb-tag lamb-id lamb-no kid-tag kid-id kid-no lamb kid animal number numero arete crotal crotal-number boucle-number ohrmarken-number brinco boucle ohrmarke ohrmarkennummer oornummer marca visual-id-number visual-no ear-tag-id ear-number ear ear-id animal-tag-number management-number management-id oormerk stock-no brand left-ear left-ear-tag herd-no flock-tag name-or-tag tag-name vidnumber sheep-id goat-id farm-tag farm-id animals individnr individ øremerke oronnummer oronmarke numerodetravail lebensohrmarke levensnummer werknummer numerodearete numerodecaravana oornommer kolczyk numero-travail ear-mark goat goats sheep animals-treated animals-moved animals-sold',
  ),
  eid: named(
    'EID',
    'eid eid-number eid-tag rfid rfid-tag rfid-number electronic-id electronic-tag electronic-ear-tag transponder transponder-number chip chip-number eids eid-code electronic-tag-number electronic-id-number rfid-code rfid-ear-tag micro-chip micro-chip-number eid-full eid-display iso electronic-no transponder-id chip-id bolus eidvid',
  ),
  registration: named(
    animalTagLabel('registration'),
    'registration-number registration-id registration nsip-id nsip-number lambplan-id kidplan-id lpn lpn-id herd-book-number flock-book-number herdbuchnummer zuchtbuchnummer registereno registrationnum pedigree-no pedigree-id society-id society-number herd-book flock-book stud-book stud-book-number sg-id sheep-genetics-id adganumber adgaid adga abgano abga agsno ags ndga regoid certificate-number',
  ),
  official: named(
    animalTagLabel('official'),
    'official-tag official-id official-number official-ear-tag scrapie-tag scrapie-id scrapie-no scrapie federal-tag federal-id federal-scrapie-tag usda-tag usda-id nlis-id nlis uk-ear-tag uk-official-tag lifetime-id individual-no uk-tag numeronational national-number national-id government-id official-ear-tag-number',
  ),
  tattoo: named(
    animalTagLabel('tattoo'),
    'tattoo-right tattoo tattoo-id tattoo-no tattoo-left tattoo-right-ear tattoo-left-ear tag-tattoo tail-tattoo',
  ),
  otherNumber: named(
    animalTagLabel('other'),
    'other-id second-tag other-tag secondary-tag freeze-brand freeze-brand-no horn-brand eartag2 tag2 second-ear-tag collar collar-no neck-chain',
  ),
  /** Those that it had, or has several of, as `animalTagText` writes them. */
  moreNumbers: named('More numbers'),
  name: ofAnimal(
    'name',
    'name animal-name barn-name call-name nickname pet-name nombre nom nome naam full-name animals-name pedigree-name navn namn',
  ),
  /** Kept in the notes; parents are found by it. */
  otherName: named('Another name', 'registered-name full-registered-name paper-name official-name registered-animal-name'),
  species: ofAnimal(
    'species',
    'species animal-species animal-type stock-type kind-of-animal especie espece specie tierart soort',
  ),
  sex: ofAnimal(
    'sex',
    'sex mf sexe sexo geschlecht geslacht sesso sex-code mfw sexm sex-type male-female geschl geslag płec kjønn kon køn',
  ),
  birthDate: ofAnimal(
    'birthDate',
    'birth-date dob born fechadenacimiento fechanacimiento nacimiento datedenaissance datenaissance naissance geburtsdatum geboren geboortedatum datadenascimento datanascimento nascimento datadinascita birth-date-yyyymmdd birth-date-ddmmyyyy bdate bday lamb-dob kid-dob dobirth hatch-date ne-le geb-am geb-datum geb geboren-op f-nac data-urodzenia fecha-nac fødselsdato fodelsedatum',
  ),
  birthYear: ofAnimal(
    'birthYear',
    'birth-year yob year anodenacimiento anneedenaissance annee geburtsjahr jahr ano geboortejaar drop year-drop born-in',
  ),
  breed: ofAnimal(
    'breed',
    'breed brd breed-name race raza rasse raca ras razza breed-code primary-breed main-breed breed-type breed-composition breed-cross bloodline rase',
  ),
  color: ofAnimal(
    'color',
    'color coat-color coat couleur farbe cor kleur colore color-markings markings color-and-markings color-description',
  ),
  status: ofAnimal(
    'status',
    'status estado statut state life-status life-state disposition in-herd on-farm on-holding alive fate dispositioncode live-status dead-or-alive alive-dead inventory-status active isactive still-here still-on-farm in-herd-now on-farm-now active-status',
  ),
  howLeft: named(
    'How it left',
    'reason-out off-reason disposal-reason leaving-reason reason-for-leaving reason-for-removal exit-reason cull-reason removal-reason disposal-code disposal-type exit-type code-reason disposition-reason how-left abgangsgrund abgang-grund motivo-baja cause-sortie motif-sortie wherewent fatereason',
  ),
  healthStatus: ofAnimal('healthStatus', 'health health-status health-score'),
  motherTag: named('Mother', 'mother dam ewe doe mothervid damvid madre mere mutter mae moeder mor matka mom momma mum mama', {
    heading: 'Mother tag',
  }),
  motherBreed: named("Mother's breed"),
  motherAgeYears: named("Mother's age", 'aod', { heading: "Mother's age (years)" }),
  fatherTag: named('Father', 'father sire ram buck fathervid sirevid padre pere vater pai vader far ojciec dad daddy papa', {
    heading: 'Father tag',
  }),
  fatherBreed: named("Father's breed"),
  birthWeight: ofAnimal(
    'birthWeightGrams',
    'birth-weight bwt bw pesoalnacer pesoalnacimiento geburtsgewicht poidsnaissance birthweights birth-kg birth-weight-kg bweight bwgt birthmass birthwtlb fødselsvekt',
  ),
  weaningWeight: ofAnimal(
    'weaningWeightGrams',
    'weaning-weight wwt ww pesoaldestete absetzgewicht wnwt wnweight wean weaning-kg wweight',
  ),
  weaningAge: ofAnimal('weaningAgeDays', 'weaning-age weaning-age-days weaning-days agewhenweaned'),
  weight: named(
    'Weight',
    'weight live-weight body-weight current-weight last-weight latest-weight gewicht lebendgewicht korpergewicht lichaamsgewicht peso pesovivo pesocorporal pesoactual pesoatual poids poidsvif pesocorporeo wt-kg wtlb wt-lbs kg mass bodymass scale-weight weighing liveweights lw',
    { kind: 'weight' },
  ),
  weighingDate: named(
    'Weighing date',
    'weighing-date weigh-date date-weighed weighed-at weight-date wiegedatum wiegetag gewogenam weegdatum gewogenop fechadepesaje fechapesaje fechadepeso fechapeso datedepesee datepesee datadepesagem datapesagem datapesatura weighing-date-yyyymmdd weight-measured weight-datetime last-weighed date-of-weigh-in weigh-in date-last-weighed date-of-last-weight',
    { kind: 'day' },
  ),
  vaccinated: ofAnimal('vaccinated', 'vaccinated vaccination vaccinations vaccine cdt cdandt vacc'),
  pedigreeUrl: ofAnimal('pedigreeUrl', 'pedigree-link pedigree-url pedigree link url'),
  forSale: ofAnimal('forSale', 'for-sale listed zumverkauf zuverkaufen avendre enventa avenda tekoop invendita'),
  salePrice: ofAnimal('salePriceCents', 'sale-price price asking-price for-sale-price precio prix preis preco'),
} as const satisfies Readonly<Record<string, ImportFieldInfo>>;

export type OwnField = keyof typeof ownFields;

/** Fields that are not imported, or are imported under another name. */
const notByName = [
  'motherId',
  'fatherId',
  'birthWeightGrams',
  'weaningWeightGrams',
  'weaningAgeDays',
  'salePriceCents',
  'imageUrl',
  'isReference',
  'notes',
] as const satisfies readonly (keyof AnimalRecord)[];

export type FieldByKind = Exclude<keyof AnimalRecord, OwnField | (typeof notByName)[number]>;
const notByKind: ReadonlySet<string> = new Set([...Object.keys(ownFields), ...notByName]);
export const fieldsByKind = fieldNames(animalFields).filter((name): name is FieldByKind => !notByKind.has(name));

const wordsByKind: Readonly<Partial<Record<FieldByKind, string>>> = {
  castratedOn: 'date-castrated castration-date banded-on wethered-on',
  isCastrated: 'castrated wether wethered neutered desexed',
};

/** Fields of files with estimated breeding values, which have a column for each trait and one for its accuracy. */
const breedingValueFields = {
  analysisDate: named('Day of the analysis', '', { kind: 'day' }),
  breedingValue: named('Breeding value (EBV)'),
  accuracy: named('Accuracy of a breeding value'),
} as const satisfies Readonly<Record<string, ImportFieldInfo>>;

export type BreedingValueField = keyof typeof breedingValueFields;
export const breedingValueFieldNames = Object.keys(breedingValueFields) as BreedingValueField[];

export type { EventField };
export { eventFieldNames };

export type ImportField = OwnField | FieldByKind | EventField | BreedingValueField | 'notes' | 'keep' | 'leaveOut';

export const importFields: Readonly<Record<ImportField, ImportFieldInfo>> = {
  ...ownFields,
  ...(Object.fromEntries(fieldsByKind.map((name) => [name, ofAnimal(name, wordsByKind[name])])) as Record<
    FieldByKind,
    ImportFieldInfo
  >),
  ...eventFields,
  ...breedingValueFields,
  notes: ofAnimal(
    'notes',
    'notes note comments comment remarks remark description memo observaciones observacoes bemerkungen remarques opmerkingen additional-notes other-notes general-notes observation observations info information anmerkung anmerkungen nota notas',
  ),
  keep: named('Keep in the notes'),
  /** What an exported sheet computes from other columns. */
  leaveOut: named('Leave out', 'gainsincetheweightbefore dayssincetheweightbefore gainperday borninall whyitwasleftout'),
};

export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]];

/** Several columns of one file may be assigned to these fields; every other field takes one column. */
const multiColumnFields: ReadonlySet<ImportField> = new Set([
  'notes',
  'keep',
  'leaveOut',
  'breedingValue',
  'accuracy',
  'motherTag',
  'fatherTag',
  'milk',
  'tattoo',
  'otherName',
  'otherNumber',
  'howLeft',
  'vaccinatedOn',
]);
export const allowsSeveralColumns = (field: ImportField): boolean => multiColumnFields.has(field);

export interface Column {
  readonly heading: string;
  readonly field: ImportField;
  /** In its heading, where a table has columns for each of several days. */
  readonly day?: string;
  /** What the column may be, if its heading and its cells do not tell; the person is asked. */
  readonly ask?: readonly ImportField[];
  /** A person chose the field, so that it is remembered for later files. */
  readonly isChosen?: true;
}

/** The index of the column of a field; -1 if there is none. */
export const columnOf = (columns: readonly Column[], field: ImportField): number =>
  columns.findIndex((column) => column.field === field);

/** Of an animal's notes and of an event's note, in code points. */
export const maxNotesLength = 2000;

export interface TableRow {
  /** The number that a spreadsheet program shows for the row. */
  readonly number: number;
  readonly cells: readonly string[];
  /** What was changed in the row before it was read. */
  readonly remarks?: readonly string[];
  /** Why nothing in the row can be used. */
  readonly refusal?: string;
}

/** The heading under which the field is written, with the unit of weights. */
export function headingOf(field: ImportField, unit: WeightUnit): string {
  const { label, heading = label, kind } = importFields[field];
  return kind === 'weight' ? `${heading} (${unit})` : heading;
}

const ofEvents: ReadonlySet<string> = new Set([...eventFieldNames, ...breedingValueFieldNames]);

export const templateFields = importFieldNames.filter((name) => name !== 'keep' && name !== 'leaveOut' && !ofEvents.has(name));

export const templateHeadings = (unit: WeightUnit): readonly string[] =>
  templateFields.map((name) => headingOf(name, unit) + (importFields[name].kind === 'day' ? ' (yyyy-mm-dd)' : ''));
