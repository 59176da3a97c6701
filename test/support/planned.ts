import { expect, test } from 'vitest';
import type { Withdrawal } from '#domain/imports/happened-cells.ts';
import type { KnownAnimal } from '#domain/imports/herd.ts';
import type { PlannedRow } from '#domain/imports/planned-row.ts';
import type { EventOf } from '#domain/records/events.ts';
import { knownAnimal, planText } from './plan-import.ts';

const known = (tagNumber: string, more: Partial<KnownAnimal> = {}) =>
  knownAnimal(tagNumber, { birthDate: '2021-03-01', ...more });
const flock = [known('Q1', { name: 'Alma' }), known('Q2'), known('Q3', { sex: 'male', name: 'Rex' })];

const withdrawalsIn = ({ withdrawals = [] }: { readonly withdrawals?: readonly Withdrawal[] }) => withdrawals;

type Preview = NonNullable<PlannedRow['animal']>;

const sexOf = ({ isWether, sex }: Preview) => (isWether ? 'wether' : sex);

const stateOf = ({ status }: Preview) => (status === 'active' ? '' : ` ${status}`);

const parentsOf = ({ mother, father }: Preview) => (mother || father ? `, ${mother ?? '-'} x ${father ?? '-'}` : '');

const youngIn = ({ young = [] }: { readonly young?: EventOf<'birth'>['young'] }) => young;

/** Each event or mating as `tag kind day facts`, and each animal as `tag name sex state, mother x father`, without what goes without saying. */
export function planned(text: string, answers: Record<string, string> = {}, animals: readonly KnownAnimal[] = flock) {
  const plan = planText(text, { animals, answers: { species: 'sheep', ...answers } });
  const events = plan.events.map(({ animal, kind, day, detail, note }) =>
    [
      animal.tagNumber,
      kind,
      day,
      ...Object.entries(detail).flatMap(([name, value]) =>
        value === null || typeof value === 'object' ? [] : `${name}=${String(value)}`,
      ),
      ...youngIn(detail).map(({ sex, state }) => `${sex ?? '?'}:${state}`),
      ...withdrawalsIn(detail).map(({ product, days, clearOn }) => `${product}:${days ?? clearOn}`),
      ...(note === null ? [] : [`(${note})`]),
    ].join(' '),
  );
  const matings = plan.matings.map(
    ({ mother, fathers, day, outDay, dueDay, bornDay }) =>
      `${mother.tagNumber} mating ${fathers.map(({ tagNumber }) => tagNumber).join(' ')} ${day} to ${outDay}` +
      (dueDay === null ? '' : ` due ${dueDay}`) +
      (bornDay === null ? '' : ` born ${bornDay}`),
  );
  const herd = plan.rows.flatMap(({ tagNumber, verdict, animal }) =>
    animal && verdict !== 'refused'
      ? [`${[tagNumber, animal.name, sexOf(animal)].filter(Boolean).join(' ')}${stateOf(animal)}${parentsOf(animal)}`]
      : [],
  );
  const outside = plan.newAnimals.flatMap(({ number, animal }) => (number === null ? animal.tagNumber : []));
  return { events: [...events, ...matings], herd, outside, open: plan.open.map(({ id }) => id), plan };
}

const tagOf = (line: string): string => line.slice(0, line.indexOf(' '));

/** What a file asks (`?`), records, adds to the herd or outside it (`+`), and refuses (`!`). */
export function outcomeOf(text: string, answers: Record<string, string> = {}): string[] {
  const { events, herd, outside, open, plan } = planned(text, answers);
  const castrated = plan.newAnimals.flatMap(({ animal: { tagNumber, row } }) =>
    row?.values.castratedOn ? `${tagNumber} castrated ${row.values.castratedOn}` : [],
  );
  const refused = plan.rows.flatMap(({ verdict, reason, leftOut }) =>
    verdict === 'refused' && leftOut === null ? `!${reason}` : [],
  );
  // An animal that the farm has is listed as it stands only if nothing happened to it.
  const tagsOfFlock = new Set(flock.map(({ tagNumber }) => tagNumber));
  const happened = new Set(events.map(tagOf));
  const standing = herd.filter((line) => !(tagsOfFlock.has(tagOf(line)) && happened.has(tagOf(line))));
  return [...open.map((id) => `?${id}`), ...events, ...standing, ...outside.map((tag) => `+${tag}`), ...castrated, ...refused];
}

const toldOtherwise = ['name', 'birthDate', 'birthYear', 'status', 'isCastrated', 'castratedOn'];

/** The same, other values and the numbers of animals, what is kept in the notes or remarked, and why rows are duplicates (`=`) or left out (`-`). */
export function toldBy(text: string, answers: Record<string, string> = {}): string[] {
  const { newAnimals, changes, matings, numbers, rows, questions } = planned(text, answers).plan;
  return [
    ...questions.flatMap(({ id, suggestion }) => (suggestion === null || id in answers ? [] : `?${id}=${suggestion}`)),
    ...outcomeOf(text, answers),
    ...newAnimals.flatMap(({ animal: { tagNumber, row } }) =>
      Object.entries(row?.values ?? {}).flatMap(([name, value]) =>
        toldOtherwise.includes(name) || value === null ? [] : `${tagNumber} ${name}=${String(value)}`,
      ),
    ),
    ...numbers.map(({ animal, kind, number }) => `${animal.tagNumber} ${kind} ${number}`),
    ...[...newAnimals, ...changes.map(({ patch }) => patch), ...matings].flatMap(({ notes }) => notes || []),
    ...rows.flatMap(({ verdict, reason, remarks, leftOut }) => [
      ...remarks,
      ...(verdict === 'duplicate' ? [`=${reason}`] : []),
      ...(leftOut === null ? [] : [`-${leftOut}`]),
    ]),
  ];
}

interface FileCase {
  readonly name: string;
  readonly text: string;
  readonly answers: Record<string, string>;
  readonly wanted: readonly string[];
}

/**
 * Cases in words: `what the file is: its rows`, and below it `→ what comes of it`, behind the answers to its questions
 * (`year=2025, unit:1=kg → …`); other answers begin another case of the file. Rows and what comes of them have ` | ` or a new line
 * between them. A line `* this | that` makes a case of each, which stands where `*` is.
 */
export function casesOf({ raw }: TemplateStringsArray): FileCase[] {
  return raw
    .join('')
    .trim()
    .split(/\n(?! )/)
    .flatMap((block) => {
      const [line, list] = /\n {2}\* (.*)/.exec(block) ?? [];
      const blocks = line && list ? list.split(' | ').map((each) => block.replace(line, '').replaceAll('*', each)) : [block];
      return blocks.flatMap(casesIn);
    });
}

/** A test of each of these cases, whose names follow `beginning`: what `read` tells of the file is what is wanted. */
export function testFiles(cases: FileCase[], read: (text: string, answers: FileCase['answers']) => string[], beginning = '') {
  test.each(cases)(`${beginning}$name`, ({ text, answers, wanted }) => {
    expect(read(text, answers)).toEqual(wanted);
  });
}

function casesIn(block: string): FileCase[] {
  const [file = '', ...lines] = block.split(/\n {2}(?=.*→)/);
  const [name = ''] = file.split(/: |:\n/, 1);
  const rows = file.slice(name.length + 2).replaceAll(/^ {2}/gm, '');
  const text = rows.replaceAll(' | ', '\n').replaceAll('\\t', '\t');
  const results = lines.join('\n').split(/\n(?!→)/);
  if (text === '' || /^(?:→|->)/m.test(text) || results.some((result) => !result.includes('→'))) {
    throw new Error(`This is no case: ${block}`);
  }
  return results.map((result) => {
    const [given = '', ...wanted] = result.split('→').map((part) => part.trim());
    const pairs = given.split(', ').map((each) => each.split('='));
    if (given !== '' && pairs.some(({ length }) => length !== 2)) throw new Error(`These are no answers: ${given}`);
    const answers = Object.fromEntries(pairs) as Record<string, string>;
    return {
      name: results.length > 1 && given !== '' ? `${name}, with ${given}` : name,
      text,
      answers: given === '' ? {} : answers,
      wanted: wanted.flatMap((part) => (part === '' ? [] : part.split(' | '))).map((part) => part.replaceAll('\\n', '\n')),
    };
  });
}
