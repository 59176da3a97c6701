import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import type { AnimalTag } from '#contract/animal-tags.ts';
import type { FileLine } from './reader-file.ts';
import { matchFile } from './match-file.ts';

const day = '2026-06-20';
const eid = (digit: number) => `82607133935000${digit}`;
const animal = (tagNumber: string, more: object = {}) => buildAnimal({ id: tagNumber, tagNumber, species: 'sheep', ...more });
const unborn = animal('E-4', { birthDate: '2026-06-21' });
const doubles = [animal('12'), animal('12', { id: 'other 12' })];
const herd = [animal('E-1'), animal('E-2'), animal('E-3', { status: 'sold' }), unborn, ...doubles];
const tags = [1, 2, 3].map((digit) => ({ kind: 'eid', animalId: `E-${digit}`, number: eid(digit), toDay: null }) as AnimalTag);

type Line = Partial<FileLine>;
const [e1, e2] = [{ tag: 'E-1' }, { tag: 'E-2' }];
const [byEid, byTag, unknown] = [{ eid: eid(1), grams: 41_000 }, { eid: eid(9), tag: 'e-2' }, { tag: '2' }];
const doubted = { ...e1, grams: 150_000 };
const weighed = (grams: number, onDay = '2026-06-17') => ({ lastWeightOf: () => ({ grams, day: onDay }) });

const again = { isEntered: ({ id }: { id: string }) => id === 'E-1', ...weighed(40_000, day) };

/** What becomes of each line: how it stands, its animal and what is wrong. */
test.each<[law: string, lines: Readonly<Record<string, Line>>, more?: object]>([
  [
    'a line is matched by its electronic tag, or by the whole tag in any case',
    { 'ready E-1': byEid, 'ready E-2': byTag, unknown },
  ],
  [
    'what means several animals, none that is here, or none at that day is not recorded',
    {
      'several: Several animals have this number': { tag: '12' },
      'several: The two numbers are of different animals': { eid: eid(1), tag: 'E-2' },
      gone: { eid: eid(3) },
      'unreadable E-4: Before its birth': { tag: 'E-4' },
      'unreadable: No weight': { problem: 'No weight' },
    },
  ],
  ['of two readings of an animal the later one counts', { 'repeated E-1': e1, 'ready E-2': e2, 'ready E-1': byEid }],
  ['a doubted weight replaces no likely one before it', { 'ready E-1': e1, 'repeated E-1': doubted }, weighed(40_000)],
  ['a doubted weight replaces no likely one after it', { 'repeated E-1': doubted, 'ready E-1': e1 }, weighed(40_000)],
  ['the same file once more records nothing twice', { 'entered E-1': e1, 'entered E-2': e2 }, again],
  ['a weight that cannot be is asked about', { 'doubted E-1': e1, 'ready E-2': { ...e2, grams: 59_000 } }, weighed(60_000)],
])('%s', (_, expected, more) => {
  const line = { text: 'as it is in the file', eid: null, tag: '', grams: 40_000, day: null, problem: null };
  const lines = Object.values(expected).map((given, index) => ({ ...line, number: index + 2, ...given }));
  const known = { herd, tags, day, isEntered: () => false, lastWeightOf: () => undefined, ...more };
  const became = matchFile(lines, known).map(({ outcome, animal: found, problem }) =>
    [[outcome, found?.id].filter(Boolean).join(' '), problem].filter(Boolean).join(': '),
  );
  expect(became).toEqual(Object.keys(expected));
});
