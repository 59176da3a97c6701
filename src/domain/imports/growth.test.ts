// @module-tag long
import { describe, expect, test } from 'vitest';
import { blankAnimal, planText } from '#test/plan-import.ts';
import type { KnownAnimal } from './herd.ts';
import { planUndo, type ImportedChange } from './undo.ts';

const numbered = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i + 1));

const animal = (id: string, more: Partial<KnownAnimal> = {}): KnownAnimal => ({
  ...blankAnimal,
  id,
  tagNumber: id,
  species: 'goat',
  sex: 'female',
  ...more,
});

interface Herd {
  readonly file: string;
  readonly animals?: readonly KnownAnimal[];
}

/** Herds and files of size n that would make an implementation with nested loops quadratic. */
const plans: Readonly<Record<string, (n: number) => Herd>> = {
  'mothers that all have the tag the rows name': (n) => ({
    animals: numbered(n, (i) => animal(`m${i}`, { tagNumber: 'X', isReference: true, birthYear: 1990 + (i % 30), breed: `B${i % 7}` })),
    file: `Tag,Species,Sex,Birth year,Mother,Mother's age,Mother's breed\n${numbered(n, (i) => `${i},goat,F,${2000 + (i % 25)},X,${i % 9},B${i % 5}`).join('\n')}`,
  }),
  'rows that bring the mothers with one tag': (n) => ({
    file: `Tag,Species,Sex,Birth year,Mother\n${numbered(n, (i) => `${i % 2 === 0 ? 'X' : i},goat,F,${1900 + (i % 126)},X`).join('\n')}`,
  }),
  'animals and rows that all have one tag': (n) => ({
    animals: numbered(n, (i) => animal(`m${i}`, { tagNumber: 'X', name: `N${i}`, birthYear: 1990 })),
    file: `Tag,Species,Sex,Name,Birth year\n${numbered(n, (i) => `X,goat,${i % 2 === 0 ? 'F' : 'M'},N${i},${1900 + (i % 126)}`).join('\n')}`,
  }),
  'rows with one tag and other words': (n) => ({
    file: `Tag,Species,Sex,Notes\n${numbered(n, (i) => `X,goat,F,${i}`).join('\n')}`,
  }),
  'animals that all have the name the rows give as mother': (n) => ({
    animals: numbered(n, (i) => animal(`m${i}`, { name: 'Daisy' })),
    file: `Tag,Species,Sex,Mother\n${numbered(n, (i) => `k${i},goat,F,Daisy`).join('\n')}`,
  }),
  'lines of totals, offers and as many words for the sex': (n) => ({
    file: `Tag,Species,Sex,For sale,Price\n${numbered(n, (i) => (i % 3 === 0 ? `Total: ${i},goat,,,` : `${i},goat,${i % 3 === 1 ? 'W' : `word ${i}`},yes,${i}`)).join('\n')}`,
  }),
  'weights of animals of the farm, half of them before the birth': (n) => ({
    animals: numbered(n, (i) => animal(`m${i}`, { birthYear: 2020 })),
    file: `Tag,Species,Sex,Weight (kg),Weighing date\n${numbered(n, (i) => `m${i},goat,F,${40 + (i % 30)},${2019 + (i % 2)}-05-05`).join('\n')}`,
  }),
  'a line of descent': (n) => ({
    file: `Tag,Species,Sex,Mother\n${numbered(n, (i) => `${i},goat,F,${i + 1}`).join('\n')}`,
  }),
  'a circle of descent': (n) => ({
    file: `Tag,Species,Sex,Mother\n${numbered(n, (i) => `${i},goat,F,${(i % n) + 1}`).join('\n')}`,
  }),
  'one father for all rows': (n) => ({
    file: `Tag,Species,Sex,Father\nS,goat,M,\n${numbered(n, (i) => `${i},goat,F,S`).join('\n')}`,
  }),
  'a father of very many whose own birth and whose children’s the rows change in turn': (n) => ({
    animals: [
      animal('s', { tagNumber: 'S', sex: 'male' }),
      ...numbered(4 * n, (i) => animal(`c${i}`, { fatherId: 's', birthYear: 2000 })),
    ],
    file: `Tag,Species,Sex,Birth date\n${numbered(n, (i) => (i % 2 === 0 ? `c${i},goat,F,2001-02-0${(i % 9) + 1}` : `S,goat,M,20${10 + (i % 15)}-01-01`)).join('\n')}`,
  }),
}; // prettier-ignore

const undos: Readonly<Record<string, (n: number) => Parameters<typeof planUndo>[0]>> = {
  'a line of descent whose youngest stays': (n) => ({
    animals: numbered(n, (i) => animal(`${i}`, { motherId: i > 1 ? `${i - 1}` : null, version: i === n ? 3 : 1 })),
    addedAnimals: new Map(numbered(n, (i) => [`${i}`, 1] as const)),
    changes: [],
    animalsWithRecords: new Set(),
  }),
  'a father of very many who would be younger than each of them again': (n) => ({
    animals: [
      animal('S', { sex: 'male', version: 2 }),
      ...numbered(n, (i) => animal(`${i}`, { fatherId: 'S', birthYear: 2000 })),
    ],
    addedAnimals: new Map(),
    changes: [{ animalId: 'S', before: { birthYear: 2020 }, versionAfter: 2 }],
    animalsWithRecords: new Set(),
  }),
  'parents that would close circle after circle': (n) => ({
    animals: numbered(n, (i) => animal(`${i}`, { version: 2, motherId: i > 2 ? `${i - 2}` : null })),
    addedAnimals: new Map(),
    changes: numbered(n, (i): ImportedChange => ({ animalId: `${i}`, before: { motherId: `${(i % n) + 1}` }, versionAfter: 2 })),
    animalsWithRecords: new Set(),
  }),
};

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const small = 3000;
const large = 12_000;
/** Four times the input may take four times as long; a quadratic algorithm takes sixteen times as long. */
const maxGrowth = 9;
const longestMs = 8000;

/** The fastest of three runs, since other work on the machine only adds time. */
const minOfThree = (work: () => unknown): number => Math.min(...numbered(3, () => cpuMs(work)));

function expectLinear(run: (n: number) => unknown): void {
  const first = minOfThree(() => run(small));
  // Shorter times are below the resolution of the CPU clock.
  const isLinear = (ms: number): boolean => ms < longestMs && (ms <= 200 || ms / first < maxGrowth);
  let second = cpuMs(() => run(large));
  for (let again = 0; again < 2 && !isLinear(second); again += 1)
    second = Math.min(
      second,
      cpuMs(() => run(large)),
    );
  expect([first, second, isLinear(second)]).toEqual([first, second, true]);
}

describe('CPU time grows in proportion to the number of rows', () => {
  test.each(Object.keys(plans))('when an import is planned: %s', { timeout: 120_000 }, (name) => {
    expectLinear((n) => {
      const { file, animals = [] } = plans[name]?.(n) ?? { file: '' };
      return planText(file, { animals, answers: { sameTag: 'other' } }).rows.length;
    });
  });

  test.each(Object.entries(undos))('when the undo of an import is planned: %s', { timeout: 120_000 }, (_, make) => {
    expectLinear((n) => planUndo(make(n)));
  });
});
