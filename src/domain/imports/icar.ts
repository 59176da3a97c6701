import { isCalendarDate } from '../values/dates.ts';
import { parseEid } from '../records/eid.ts';
import { parseSheepGeneticsId } from '../animals/sheep-genetics-id.ts';

/** The cells of a row by the headings of an export, in kilograms. */
export type CellsByHeading = Readonly<Record<string, string | number | null>>;

interface Fact {
  readonly heading: string;
  /** Where the fact stands in a resource: `weight.measurement`. */
  readonly path: string;
  readonly codes?: ReturnType<typeof codesOf>;
  /** The word for what has none: a code stands behind it. */
  readonly other?: string;
  /** The column stands there even if it is empty, so that nothing is taken for granted. */
  readonly isAlwaysTold?: true;
  readonly kind?: 'day' | 'time' | 'mass';
  /** What the type of the fact requires beside it. */
  readonly beside?: readonly [path: string, value: string];
}

interface AdeKind {
  /** The sheet of an export that it is written from. */
  readonly sheet: string;
  readonly title: string;
  readonly facts: readonly Fact[];
  /** Which rows of the sheet it is written from. */
  readonly isOf?: (row: CellsByHeading) => boolean;
  /** A resource has several of them, which are rows of the sheet: the young of a birth. */
  readonly parts?: { readonly path: string; readonly facts: readonly Fact[] };
  /** The headings of the animal's numbers; a resource of an animal has all of them, an event the best. */
  readonly numbers: Readonly<Record<string, string>>;
}

/** The schemes of the numbers of animals, by their headings, the best first. */
const schemes = {
  EID: 'org.iso.11784',
  'Official tag': 'bellwether.official-tag',
  'Registration number': 'bellwether.registration',
  Tattoo: 'bellwether.tattoo',
  'Other number': 'bellwether.other-number',
  'Tag number': 'bellwether.tag',
} as const;
const sheepGenetics = 'au.org.sheepgenetics';
const ofAnimal = Object.fromEntries(Object.keys(schemes).map((heading) => [heading, heading]));

const ownScheme = (what: string): readonly [string, string] => ['scheme', `bellwether.${what}`];
const ofEvents: readonly Fact[] = [
  { heading: 'Date', path: 'eventDateTime', kind: 'day' },
  { heading: 'Time', path: 'eventDateTime', kind: 'time' },
  { heading: 'Done by', path: 'responsible' },
  { heading: 'Note', path: 'remark' },
];
/** `cell: code code; …`; of several codes the first is written. */
const codesOf = (text: string): readonly (readonly [cell: string, codes: readonly string[]])[] =>
  text.split('; ').map((line) => {
    const [cell = '', all = ''] = line.split(': ');
    return [cell, all.split(' ')];
  });

const sexes = codesOf('Female: Female FemaleNeuter; Male: Male MaleCryptorchid; Wether: MaleNeuter; : Unknown');
const eases = codesOf(
  '1: EasyUnassisted; 2: EasyAssisted; 3: DifficultExtraAssistance; 4: DifficultVeterinaryCare; 5: CaesareanOrSurgery',
);
const births = codesOf(
  'Alive: Alive; Stillborn: Stillborn Aborted; Died: DiedBeforeTaggingDate DiedAfterTaggingDate DiedBeforeOfficialRegistrationDate DiedAfterOfficialRegistrationDate SlaughteredAtBirth EuthanisedAtBirth',
);
const arrivals = codesOf('Arrived: Purchase; Returned: AgistmentReturn StudServiceReturn ShowReturn SaleReturn');
const departures = codesOf('Sold: Sale; Slaughtered: Slaughter; Lent: Agistment StudService Show');
const causes = codesOf(
  'Unknown: Unknown; Other: Other; Illness: Disease; Parasites: Disease; Giving birth: Parturition; Predator: Other; Accident or injury: Accident; Bloat: Disease; Poisoning: Other; Cold, heat or hunger: Other; Old age: Age; Put down: Culled; Missing: Missing; Slaughter: Consumption',
);
const methods = codesOf('Scale: LoadCell WalkOver; Tape: Girth; Estimate: Assessed');
const identity: readonly Fact[] = [
  { heading: 'Tag number', path: 'managementTag' },
  { heading: 'Name', path: 'name' },
  { heading: 'Species', path: 'specie' },
  { heading: 'Sex', path: 'gender', codes: sexes },
];

const adeKinds = {
  icarAnimalCoreResource: {
    sheet: 'animals',
    title: 'Animals',
    numbers: ofAnimal,
    facts: [
      ...identity,
      { heading: 'Birth date', path: 'birthDate', kind: 'day' },
      { heading: 'Breed', path: 'primaryBreed.id', beside: ownScheme('breed') },
      { heading: 'Color', path: 'coatColor' },
      { heading: 'Status', path: 'status', codes: codesOf('Active: Alive; Sold: OffFarm; Died: Dead; : Unknown') },
      { heading: 'Registered name', path: 'officialName' },
    ],
  },
  icarReproParturitionEventResource: {
    sheet: 'births',
    title: 'Births',
    numbers: { EID: 'Mother EID', 'Tag number': 'Mother tag' },
    facts: [...ofEvents, { heading: 'Ease (1 to 5)', path: 'calvingEase', codes: eases }],
    parts: {
      path: 'progenyDetails',
      facts: [
        ...identity,
        { heading: 'Birth weight (kg)', path: 'birthWeight.measurement', kind: 'mass' },
        { heading: 'Born as', path: 'birthStatus', codes: births },
      ],
    },
  },
  icarMovementArrivalEventResource: {
    sheet: 'movements',
    title: 'Arrivals',
    numbers: ofAnimal,
    isOf: ({ Movement: how }) => how === 'Arrived' || how === 'Returned',
    facts: [
      ...ofEvents,
      { heading: 'Movement', path: 'arrivalReason', codes: arrivals, other: 'Arrived' },
      { heading: 'From or to', path: 'consignment.originAddress' },
    ],
  },
  icarMovementDepartureEventResource: {
    sheet: 'movements',
    title: 'Departures',
    numbers: ofAnimal,
    isOf: ({ Movement: how }) => how === 'Sold' || how === 'Lent' || how === 'Slaughtered',
    facts: [
      ...ofEvents,
      { heading: 'Movement', path: 'departureKind', codes: departures, other: 'Departure' },
      { heading: 'Reason', path: 'departureReason' },
      { heading: 'From or to', path: 'consignment.destinationAddress' },
    ],
  },
  icarMovementDeathEventResource: {
    sheet: 'deaths',
    title: 'Deaths',
    numbers: ofAnimal,
    isOf: (row) => row['Cause of death'] !== 'Slaughter',
    facts: [
      ...ofEvents,
      { heading: 'Cause', path: 'deathReason', codes: causes },
      { heading: 'Cause of death', path: 'explanation' },
      { heading: 'Disposal', path: 'disposalReference' },
    ],
  },
  icarWeightEventResource: {
    sheet: 'weights',
    title: 'Weights',
    numbers: ofAnimal,
    facts: [
      ...ofEvents,
      { heading: 'Weight (kg)', path: 'weight.measurement', kind: 'mass' },
      { heading: 'Weighed by', path: 'weight.method', codes: methods, isAlwaysTold: true },
    ],
  },
} as const satisfies Readonly<Record<string, AdeKind>>;

export type AdeName = keyof typeof adeKinds;
export const adeNames = Object.keys(adeKinds) as AdeName[];
export const adeSheetOf = (name: AdeName) => adeKinds[name].sheet;

type Resource = Record<string, unknown>;

const isObject = (value: unknown): value is Resource => typeof value === 'object' && value !== null && !Array.isArray(value);

function put(resource: Resource, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) resource[first] = value;
  else put((resource[first] ??= {}) as Resource, rest.join('.'), value);
}

const at = (resource: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), resource);

function writeFacts(resource: Resource, facts: readonly Fact[], row: CellsByHeading): void {
  for (const { heading, path, codes, kind, beside } of facts) {
    const cell = row[heading] ?? '';
    if (cell === '' || kind === 'time') continue;
    const code = codes?.find(([known]) => known === String(cell))?.[1][0];
    if (kind === 'day') put(resource, path, `${cell}T${row['Time'] ?? '00:00'}:00Z`);
    else if (kind === 'mass') put(resource, path, Number(cell));
    else if (codes === undefined) put(resource, path, String(cell));
    else if (code !== undefined) put(resource, path, code);
    const [name, value] = kind === 'mass' ? ['units', 'KGM'] : (beside ?? []);
    if (name !== undefined) put(resource, path.replace(/[^.]+$/, name), value);
  }
}

const identifiersOf = (row: CellsByHeading, numbers: Readonly<Record<string, string>>) =>
  Object.entries(schemes).flatMap(([heading, scheme]) => {
    const id = row[numbers[heading] ?? ''] ?? '';
    const isOfSheepGenetics = heading === 'Registration number' && parseSheepGeneticsId(String(id)) !== null;
    return id === '' ? [] : { id: String(id), scheme: isOfSheepGenetics ? sheepGenetics : scheme };
  });

const parents = [
  ['Mother tag', 'Female'],
  ['Father tag', 'Male'],
] as const;

/** The resource that a row tells of; null if it is of another kind. */
function resourceOf(name: AdeName, row: CellsByHeading): Resource | null {
  const { facts, numbers, isOf }: AdeKind = adeKinds[name];
  const [identifier, ...others] = identifiersOf(row, numbers);
  if (!identifier || isOf?.(row) === false) return null;
  const resource: Resource = { resourceType: name };
  const isAnimal = name === 'icarAnimalCoreResource';
  resource[isAnimal ? 'identifier' : 'animal'] = identifier;
  const isWether = isAnimal && row['Castrated'] === 'Yes';
  writeFacts(resource, facts, {
    ...row,
    ...(isWether && { Sex: 'Wether' }),
    ...('Cause of death' in row && { Cause: row['Cause of death'] ?? null }),
  });
  if (!isAnimal) return resource;
  if (others.length > 0) resource['alternativeIdentifiers'] = others;
  const parentage = parents.flatMap(([heading, gender]) => {
    const id = row[heading] ?? '';
    const parent = { id: String(id), scheme: schemes['Tag number'] };
    return id === '' ? [] : { parentOf: identifier, gender, relation: 'Genetic', identifier: parent };
  });
  if (parentage.length > 0) resource['parentage'] = parentage;
  return resource;
}

/** The resources of rows as an export has them; successive rows of one birth become one. */
export function adeOf(name: AdeName, rows: readonly CellsByHeading[], holding: string | null): Resource[] {
  const { parts }: AdeKind = adeKinds[name];
  const all: Resource[] = [];
  let begun = '';
  for (const row of rows) {
    const resource = resourceOf(name, row);
    if (!resource) continue;
    if (holding !== null) resource['location'] = { id: holding, scheme: 'bellwether.holding' };
    const key = JSON.stringify([resource['animal'], resource['eventDateTime']]);
    if (!parts) all.push(resource);
    else {
      if (key !== begun) all.push({ ...resource, liveProgeny: 0, totalProgeny: 0, [parts.path]: [] });
      const young: Resource = { resourceType: 'icarProgenyDetailsResource' };
      writeFacts(young, parts.facts, row);
      const litter = all.at(-1) ?? {};
      (litter[parts.path] as Resource[]).push(young);
      litter['totalProgeny'] = Number(litter['totalProgeny']) + 1;
      litter['liveProgeny'] = Number(litter['liveProgeny']) + Number(young['birthStatus'] !== 'Stillborn');
    }
    begun = key;
  }
  return all;
}

const units: Readonly<Record<string, string>> = { KGM: 'kg', GRM: 'g', LBR: 'lb', ONZ: 'oz' };

const massOf = (text: string, unit: unknown): string => {
  const code = typeof unit === 'string' ? unit : 'KGM';
  return `${text} ${units[code] ?? code}`;
};

/** A day that begins is no time of day. A code without a word stays as it is, to be asked about or kept as a note. */
function cellOf(resource: unknown, { path, codes, kind, other }: Fact): string {
  const value = at(resource, path);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (kind === 'day') return isCalendarDate(text.slice(0, 10)) ? text.slice(0, 10) : text;
  if (kind === 'time') return /T(?!00:00)(\d\d:\d\d)/.exec(text)?.[1] ?? '';
  if (text === '') return other ?? '';
  if (kind === 'mass') return massOf(text, at(resource, path.replace(/[^.]+$/, 'units')));
  const known = codes?.find(([, all]) => all.includes(text));
  return known?.[0] ?? (other === undefined ? text : `${other}: ${text}`);
}

/** The numbers of an animal by their headings; a number of a scheme of another program is official. */
function numbersIn(resource: Resource): Map<string, string> {
  const all = [resource['identifier'] ?? resource['animal'], ...[resource['alternativeIdentifiers'] ?? []].flat()];
  const found = new Map<string, string>();
  for (const [index, identifier] of all.entries()) {
    const [id, scheme] = [at(identifier, 'id'), at(identifier, 'scheme')];
    if (typeof id !== 'string') continue;
    const own = Object.entries(schemes).find((entry) => entry[1] === scheme)?.[0];
    const isRegistered = scheme === sheepGenetics || parseSheepGeneticsId(id) !== null;
    const named = own ?? (isRegistered ? 'Registration number' : undefined);
    const heading = named ?? (parseEid(id) === null ? (index === 0 ? 'Official tag' : 'Other number') : 'EID');
    if (!found.has(heading)) found.set(heading, id);
  }
  return found;
}

const parentIn = (resource: Resource, gender: 'Female' | 'Male'): string => {
  const of = [resource['parentage'] ?? []].flat().find((parent) => {
    const relation = at(parent, 'relation') ?? 'Genetic';
    return at(parent, 'gender') === gender && relation === 'Genetic';
  });
  const id = at(of, 'identifier.id');
  return typeof id === 'string' ? id : '';
};

const maxDepth = 8;

/** `icarWeightEventResource`, `WeightEvent` and the address of its schema are one type. */
const shortType = (type: unknown): string => {
  if (typeof type !== 'string') return '';
  return type.slice(type.lastIndexOf('/') + 1).replaceAll(/^icar|(?:Resource)?(?:\.json)?$/g, '');
};

function* resourcesIn(value: unknown, depth = 0): Generator<{ name: AdeName; resource: Resource }> {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return;
  const short = isObject(value) ? shortType(value['resourceType']) : '';
  const name = adeNames.find((each) => each === `icar${short}Resource`);
  if (name && isObject(value)) yield { name, resource: value };
  else if (short === '') for (const each of Object.values(value)) yield* resourcesIn(each, depth + 1);
}

/** The resources in a JSON text as the sheets of an export; undefined if there are none. */
export function readAde(text: string): { readonly name: string; readonly rows: readonly (readonly string[])[] }[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const found = Map.groupBy(resourcesIn(parsed), ({ name }) => name);
  const sheets = adeNames.flatMap((name) => {
    const resources = found.get(name)?.map(({ resource }) => resource) ?? [];
    return resources.length === 0 ? [] : { name: adeKinds[name].title, rows: rowsOf(name, resources) };
  });
  return sheets.length === 0 ? undefined : sheets;
}

function rowsOf(name: AdeName, resources: readonly Resource[]): string[][] {
  const { facts, parts, numbers }: AdeKind = adeKinds[name];
  const rows = resources.flatMap((resource) => {
    const whole = new Map(facts.map((fact) => [fact.heading, cellOf(resource, fact)]));
    for (const [heading, id] of numbersIn(resource)) {
      const column = numbers[heading] ?? numbers['Tag number'] ?? heading;
      if ((whole.get(column) ?? '') === '') whole.set(column, id);
    }
    if (name === 'icarAnimalCoreResource')
      for (const [heading, gender] of parents) whole.set(heading, parentIn(resource, gender));
    // The exact cause is in words of the keeper's own.
    if ((whole.get('Cause of death') ?? '') === '' && whole.has('Cause')) whole.set('Cause of death', whole.get('Cause') ?? '');
    whole.delete('Cause');
    if (!parts) return [whole];
    const young = at(resource, parts.path) ?? resource['progeny'];
    return (Array.isArray(young) ? young : []).map((each: unknown) => {
      const row = new Map([...whole, ...parts.facts.map((fact) => [fact.heading, cellOf(each, fact)] as const)]);
      const ids = isObject(each) ? numbersIn(each) : new Map<string, string>();
      if (row.get('Tag number') === '') row.set('Tag number', ids.values().next().value ?? '');
      return row;
    });
  });
  const filled = rows.flatMap((row) => [...row].flatMap(([heading, cell]) => (cell === '' ? [] : heading)));
  const always = facts.flatMap(({ heading, isAlwaysTold }) => (isAlwaysTold ? heading : []));
  const headings = [...new Set([...filled, ...always])];
  return [headings, ...rows.map((row) => headings.map((heading) => row.get(heading) ?? ''))];
}
