import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { rulesOf } from '#domain/performance/breeding-rules.ts';
import { lineOfDescent } from './line-of-descent.ts';
import { pedigreeOf } from './mate-concerns.ts';
import { assignMales } from './plan.ts';

const animal = (id: string, rest: object = {}) => buildAnimal({ id, tagNumber: id, ...rest });
const old = animal('old', { sex: 'male' });
const ram = animal('ram', { sex: 'male', fatherId: 'old' });
const other = animal('other', { sex: 'male' });
const dam = animal('dam');
const daughter = animal('daughter', { fatherId: 'ram', motherId: 'dam' });
const sister = animal('sister', { fatherId: 'old', motherId: 'dam' });
const all = [old, ram, other, dam, daughter, sister];

test('females are shared out evenly among males that are fine, then to those of whom it is not known, then to the least inbreeding, never too close', () => {
  const kin = { pedigree: pedigreeOf(all), rules: rulesOf(null) };
  const assign = (
    chosen: Record<string, string>,
    males: (typeof ram)[],
    females: (typeof dam)[],
    isOffered: (female: typeof dam) => boolean = () => true,
  ) => Object.fromEntries(assignMales(new Map(Object.entries(chosen)), males, females, { kin, isOffered }));
  const plain = ['a', 'b', 'c', 'd'].map((id) => animal(id));
  expect(Object.values(assign({}, [ram, other], plain)).toSorted()).toEqual(['other', 'other', 'ram', 'ram']);
  expect(assign({}, [ram], [daughter, sister])).toEqual({ sister: 'ram' });
  // Of a ram without parents it is not known; `ram` and `founder` are known to be unrelated.
  const founder = animal('founder', { fatherId: 'other' });
  const known = { pedigree: pedigreeOf([...all, founder]), rules: kin.rules };
  const shared = assignMales(new Map(), [other, ram], [founder, dam], { kin: known, isOffered: () => true });
  expect(Object.fromEntries(shared)).toEqual({ founder: 'ram', dam: 'other' });
  const chosen = { daughter: 'ram' };
  expect(assign(chosen, [ram, other], [daughter, dam], ({ id }) => id !== 'dam')).toEqual(chosen);
});

test('the line to an ancestor has every animal in between, and is empty if there is none', () => {
  const find = (id: string) => all.find((each) => each.id === id);
  expect(lineOfDescent(daughter, 'old', find)).toEqual([daughter, ram, old]);
  expect(lineOfDescent(daughter, 'nobody', find)).toEqual([]);
});
