import { expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { factorSetsOf } from './adjusted-weights.ts';
import { type BreedingRules, usualBreedingRules } from './breeding-rules.ts';
import { growthOf } from './growth-of-young.ts';
import { type HerdAnimal, type HerdHistory, littersOf, rearingOf } from './litters.ts';
import { usualCullWeights } from './cull-weights.ts';
import { judgeFemales } from './keep-or-cull.ts';
import { milkRecords } from './lactations.ts';
import { lossTimeOf, seasonsOf } from './season.ts';
import { pregnancies } from '../breeding/due-births.ts';
import { damRecords, exposuresOfDams, type HerdRecords, knownDewormings, sireRecords } from './parents.ts';

const unset = { birthDate: null, birthYear: null, motherId: null, fatherId: null, castratedOn: null } as const;
const unweighed = { birthWeightGrams: null, weaningWeightGrams: null, weaningAgeDays: null } as const;
const animal = (id: string, fields: Partial<HerdAnimal> = {}): HerdAnimal => {
  const usual = { species: 'goat', sex: 'female', status: 'active', isCastrated: false, isReference: false } as const;
  return { ...unset, ...unweighed, ...usual, id, ...fields };
};

const noWeight = { weaningWeightGrams: null, weaningAgeDays: null } as const;
const dam = animal('dam', { birthDate: '2024-01-01' });
const buck = animal('buck', { sex: 'male', birthDate: '2023-01-01' });
const kid = (id: string, fields: Partial<HerdAnimal> = {}) => {
  const weights = { birthWeightGrams: 7000, weaningWeightGrams: 45_000, weaningAgeDays: 80 };
  return animal(id, { birthDate: '2026-03-01', motherId: 'dam', fatherId: 'buck', ...weights, ...fields });
};

function recordsOf(animals: readonly HerdAnimal[], others: Partial<HerdHistory> & Partial<HerdRecords<HerdAnimal>> = {}) {
  const { births = [], fosterings = [], deaths = [], slaughters = [], ...rest } = others;
  const history = { animals, births, fosterings, deaths, slaughters };
  const litters = littersOf(history);
  const rearing = rearingOf(history);
  const growth = growthOf({ history, litters, rearing }, factorSetsOf(null));
  const none = { matings: [], stays: [], abortions: [], scores: [], dewormings: [] };
  return { history, litters, rearing, growth, ...none, today: '2026-11-24', ...rest };
}

type Known = ReturnType<typeof recordsOf>;
const seasonsFrom = (known: Known, others: Partial<Parameters<typeof seasonsOf>[0]> = {}) =>
  seasonsOf({ ...known, sales: [], expected: [], milk: new Map(), ...others }, () => true);

const pending = (motherId: string, breedingDate: string) => {
  const open = { actualBirthDate: null, outcome: 'pending' as const };
  return { ...open, motherId, fatherId: 'buck', breedingDate };
};
const newborn = (id: string | null, state: 'alive' | 'stillborn' | 'died') =>
  ({ id, state, sex: 'female', tagNumber: null, name: null, color: null, weightGrams: null, waits: false }) as const;
const birthOfThree = {
  animalId: 'dam',
  day: '2026-03-01',
  young: [newborn('a', 'alive'), newborn('b', 'alive'), newborn(null, 'stillborn')],
};

test('the weight of a doe kid at 80 days, born and raised as a twin, is adjusted from the stored records: 71.03', () => {
  const { growth } = recordsOf([dam, buck, kid('a'), kid('b')]);
  const one = growth.of('a');
  if (typeof one !== 'object') throw new Error('not compared');
  expect(one).toMatchObject({ circumstances: { kind: 'female', born: 2, reared: 2, damYears: 2 }, target: 90, atTarget: 49_750 });
  expect(Math.round(one.adjusted / 10) / 100).toBe(71.03);
  expect(growth.rankOf('a')).toEqual({ rank: 1, of: 2, ratio: 1 });
});

test('a stillborn counts as born and not as reared, and one that died before weaning was not reared with the others', () => {
  const deaths = [{ animalId: 'b', day: '2026-03-09', cause: 'predator' as const }];
  const died = kid('b', { status: 'died', weaningWeightGrams: null });
  const { growth, ...known } = recordsOf([dam, buck, kid('a'), died], { births: [birthOfThree], deaths });
  expect(growth.of('a')).toMatchObject({ circumstances: { born: 3, reared: 1 } });
  expect(damRecords({ ...known, growth })).toMatchObject([{ litters: 1, born: 3, alive: 2, lived: { part: 1, of: 2 }, lost: 0 }]);
});

test('a fostered young is reared with the young of its foster dam, and a bottle-fed kid is not compared', () => {
  const foster = { animalId: 'b', day: '2026-03-02', time: null, createdAt: '2026-03-02T08:00:00.000Z' };
  const other = animal('other', { birthDate: '2020-01-01' });
  const herd = [dam, other, buck, kid('a'), kid('b'), kid('c', { motherId: 'other' }), kid('d', { motherId: 'other' })];
  const deaths = [{ animalId: 'd', day: '2026-03-01', cause: 'birth' as const }];
  const adopted = recordsOf(herd, { deaths, fosterings: [{ ...foster, id: 'f', rearedById: 'other', isBottleFed: false }] });
  const circumstances = [1, 2, 2].map((reared) => ({ circumstances: { reared } }));
  expect(['a', 'b', 'c'].map((id) => adopted.growth.of(id))).toMatchObject(circumstances);
  const byHand = recordsOf(herd, { fosterings: [{ ...foster, id: 'f', rearedById: null, isBottleFed: true }] });
  expect(byHand.growth.of('b')).toBe('factors');
});

test('a young that cannot be compared has the reason: only the year of birth, no birth weight, no age at weaning, weighed too early, unknown age of the dam', () => {
  const unknown = animal('unknown');
  const herd = [
    dam,
    unknown,
    kid('a', { birthWeightGrams: null }),
    kid('b', { weaningAgeDays: 30 }),
    kid('c', { motherId: 'unknown' }),
    kid('d', { birthDate: null, birthYear: 2026 }),
    // A weighing in the journal, which has no age without a birth date.
    kid('e', { birthDate: null, birthYear: 2026, weaningAgeDays: null }),
    kid('f', { weaningAgeDays: null }),
  ];
  const { growth } = recordsOf(herd);
  const reasons = ['birthWeight', 'age', 'factors', 'birthDate', 'birthDate', 'weaningAge', undefined];
  expect(['a', 'b', 'c', 'd', 'e', 'f', 'dam'].map((id) => growth.of(id))).toEqual(reasons);
  expect(growth.notCompared).toEqual({ birthDate: 2, weaningAge: 1, birthWeight: 1, age: 1, factors: 1 });
});

test('young that are born more than six weeks apart, or of different sexes, are in different groups', () => {
  const females = ['2026-03-01', '2026-04-12', '2026-04-13'].map((birthDate, index) => kid(`k${index}`, { birthDate }));
  const herd = [dam, ...females, kid('m', { sex: 'male' })];
  const { growth } = recordsOf(herd);
  const idsOf = (group: (typeof growth.groups)[number]) => group.young.map(({ animal: { id } }) => id).toSorted();
  expect(growth.groups.map(idsOf)).toEqual([['k2'], ['k0', 'k1'], ['m']]);
});

test('matings and stays without a cycle between them are one exposure, and a birth alone implies one', () => {
  const stay = { exposureId: 'e', maleIds: ['buck'], femaleId: 'dam', from: '2025-09-20', to: '2025-10-30' };
  const matings = [pending('dam', '2025-10-02')];
  const known = recordsOf([dam, kid('a'), kid('old', { birthDate: '2025-01-10' })], { stays: [stay], matings });
  const unended = { damId: 'dam', lostOn: null, yearLitter: null };
  expect(exposuresOfDams(known).get('dam')).toEqual([
    { ...unended, from: '2024-08-13', to: '2024-08-13', isRecorded: false, outcomes: [] },
    { ...unended, from: '2025-09-20', to: '2025-10-30', isRecorded: true, outcomes: ['pending'] },
  ]);
  const [record] = damRecords(known);
  expect(record).toMatchObject({ exposures: 2, weanedGrams: 90_000, interval: 415, lastBirth: '2026-03-01' });
});

test('an exposure that may still end in weaned young is not counted, and one without young has a weaned weight of zero', () => {
  const matings = ['2025-01-01', addDays('2026-11-24', -200)].map((day) => pending('dam', day));
  const ofOther = kid('a', { motherId: 'other', birthDate: '2025-05-20' });
  const [record] = damRecords(recordsOf([dam, animal('other'), ofOther], { matings }));
  expect(record).toMatchObject({ exposures: 1, weanedGrams: 0, litters: 0 });
});

test('without a death or all weaning weights nobody knows how many lived, and without scores how often a dam was not dewormed', () => {
  const own = (young: readonly HerdAnimal[]) => damRecords(recordsOf([dam, ...young])).map(({ lived }) => lived);
  expect(own([kid('a'), kid('b')])).toEqual([{ part: 2, of: 2 }]);
  expect(own([kid('a'), kid('b', noWeight)])).toEqual([{ part: 0, of: 0 }]);
  expect(own([kid('a', noWeight), kid('b', { ...noWeight, status: 'died' })])).toEqual([{ part: 1, of: 2 }]);
  const grown = animal('grown', { birthDate: '2016-03-01', status: 'died' });
  const deaths = [{ animalId: 'grown', day: '2026-05-01', cause: 'oldAge' as const }];
  const earlier = [2024, 2025].flatMap((year) => kid(`${year}`, { ...noWeight, birthDate: `${year}-03-01` }));
  expect(own([grown, kid('a', noWeight)])).toEqual([{ part: 0, of: 0 }]);
  expect(damRecords(recordsOf([dam, grown, kid('a', noWeight)], { deaths }))).toMatchObject([{ lived: { of: 0 } }]);
  expect(own([...earlier, kid('a', { ...noWeight, status: 'died' })])).toEqual([{ part: 0, of: 1 }]);
  const times = [0, 1].flatMap((scored) => [0, 1].map((dewormings) => knownDewormings({ famacha: null, scored, dewormings })));
  expect(times).toEqual([null, 1, 0, 1]);
});

test('young without a weaning weight are no weaned weight of zero: it is unknown for their dam and for their season', () => {
  const known = recordsOf([dam, kid('a', noWeight), kid('b', noWeight)]);
  expect(damRecords(known)).toMatchObject([{ exposures: 1, weanedGrams: null }]);
  expect(seasonsFrom(known)).toMatchObject([{ weaned: 2, weanedGrams: null }]);
  const died = { ...noWeight, status: 'died' } as const;
  const lost = recordsOf([dam, kid('a', died)], { deaths: [{ animalId: 'a', day: '2026-03-02', cause: 'predator' }] });
  expect(damRecords(lost)).toMatchObject([{ weanedGrams: 0 }]);
  expect(seasonsFrom(lost)).toMatchObject([{ weaned: 0, weanedGrams: 0 }]);
  expect(damRecords(recordsOf([dam, kid('a'), kid('b', noWeight)]))).toMatchObject([{ weanedGrams: 45_000 }]);
});

test.each([
  ['2026-03-21', 1, { part: 1, of: 2 }, 1],
  ['2026-05-30', 1, { part: 1, of: 2 }, 1],
  ['2026-05-31', 2, { part: 2, of: 3 }, 2],
])('a young slaughtered on %s is no loss, and before weaning not weaned either', (day, weaned, lived, reared) => {
  const never = { weaningWeightGrams: null, weaningAgeDays: 90 };
  const litter = [kid('a', { ...never, status: 'died' }), kid('b', never), kid('c', { ...never, status: 'died' })];
  const deaths = [{ animalId: 'c', day: '2026-03-02', cause: 'predator' }] as const;
  const known = recordsOf([dam, ...litter], { deaths, slaughters: [{ animalId: 'a', day }] });
  expect(seasonsFrom(known)).toMatchObject([{ died: 1, weaned }]);
  expect(damRecords(known)).toMatchObject([{ lived, lost: 0 }]);
  expect(known.rearing.rearedWith(kid('b', never), '2026-05-30')).toBe(reared);
  const withoutDeath = recordsOf([dam, ...litter.slice(0, 2)], { slaughters: [{ animalId: 'a', day }] });
  expect(seasonsFrom(withoutDeath)).toMatchObject([{ died: 0, areLossesKnown: false }]);
});

test('a sire is judged by his young: their growth within their groups, survival and treatments', () => {
  const worse = animal('worse', { sex: 'male', birthDate: '2023-01-01' });
  const others = [animal('other', { birthDate: '2020-01-01' }), buck, worse];
  const young = [kid('a'), kid('b', { motherId: 'other', fatherId: 'worse', weaningWeightGrams: 30_000 })];
  const herd = [dam, ...others, ...young];
  const scores = [{ animalId: 'b', day: '2026-06-01', isPooled: false, famacha: 4 }];
  const dewormings = ['2026-06-01', '2026-06-01', '2026-07-01'].map((day) => ({ animalId: 'b', day }));
  const [first, second] = sireRecords(recordsOf(herd, { scores, dewormings }));
  expect(first).toMatchObject({ animal: { id: 'buck' }, litters: 1, compared: 1, famacha: null, dewormings: 0 });
  expect(second).toMatchObject({ animal: { id: 'worse' }, famacha: 4, dewormings: 2, lived: { part: 1, of: 1 } });
  expect(first!.growth! + second!.growth!).toBeCloseTo(2);
  expect(first!.growth!).toBeGreaterThan(1);
});

test('a litter born dead counts for its sire, whom the birth or the mating names', () => {
  const birth = { animalId: 'dam', day: '2026-03-01', young: [newborn(null, 'stillborn')] };
  const of = (sireId: string | null, actualBirthDate: string) => {
    const matings = [{ ...pending('dam', '2025-10-05'), actualBirthDate }];
    return sireRecords(recordsOf([dam, buck], { births: [{ ...birth, sireId }], matings }));
  };
  const dead = [{ animal: { id: 'buck' }, litters: 1, born: 1, alive: 0, lived: { of: 0 } }];
  expect(of('buck', '2025-03-01')).toMatchObject(dead);
  expect(of(null, '2026-03-01')).toMatchObject(dead);
  expect(of(null, '2025-03-01')).toEqual([]);
});

test('a female is judged by her percentiles within her species, weighted as the farm has set, with reasons', () => {
  const [good, bad] = [dam, animal('bad', { birthDate: '2016-05-05' })];
  const herd = [
    good,
    bad,
    kid('a'),
    kid('b', { motherId: 'bad', weaningWeightGrams: 30_000 }),
    kid('c', { motherId: 'bad', birthDate: '2025-03-01', status: 'died', ...noWeight }),
  ];
  const matings = [pending('bad', '2025-04-01')];
  const dewormings = ['2026-05-01', '2026-06-01', '2026-07-01'].map((day) => ({ animalId: 'bad', day }));
  const dams = damRecords(recordsOf(herd, { matings, dewormings })).map((each) => ({
    ...each,
    animal: { ...each.animal, healthStatus: '3' },
  }));
  const value = (trait: string, each: number, accuracy: number | null) => ({ trait, value: each, accuracy, source: 'NSIP' });
  const ofBad = [value('WWT', 0.8, 71), value('NLB', 0.3, 39), value('PWEC', -20, null)];
  const breedingValues = new Map(Object.entries({ bad: ofBad, dam: [value('WWT', 1, 71)] }));
  const judge = (chosen: Partial<BreedingRules> = {}) =>
    judgeFemales(dams, { rules: { ...usualBreedingRules, ...chosen }, breedingValues, today: '2026-11-24' });
  const judged = judge();
  // Nothing is recorded of the other one's worms, so she stands no better by them.
  expect(judged.map((each) => `${each.animal.id} ${each.index}`)).toEqual(['bad 20', 'dam 100']);
  expect(judged[0]?.reasons).toEqual([
    { kind: 'empty', times: 1, of: 3 },
    { kind: 'lost', litters: 1 },
    { kind: 'died', young: 1, of: 2 },
    { kind: 'growth', percentBelow: expect.any(Number) },
    { kind: 'dewormed', times: 3 },
    { kind: 'old', years: 10 },
  ]);
  expect(judged[1]?.reasons).toEqual([]);
  const onlyInterval = { ...usualCullWeights, weaned: 0, lived: 0, growth: 0, dewormed: 0, famacha: 0 };
  expect(judge({ cullWeights: onlyInterval }).map(({ index }) => index)).toEqual([50, null]);

  const traits = [
    { trait: 'WWT', atLeast: 1, atMost: null },
    { trait: 'NLB', atLeast: null, atMost: 0.2 },
    { trait: 'PWEC', atLeast: null, atMost: -30 },
    { trait: 'YWT', atLeast: 100, atMost: null },
  ];
  const cullLimits = { lived: 0.5, growth: null, interval: 300, famacha: null, dewormed: 4, years: 11 };
  const byOwn = judge({ cullLimits, breedingValueLimits: { leastAccuracy: 40, traits } });
  expect(byOwn.map(({ reasons }) => reasons)).toEqual([
    [
      { kind: 'empty', times: 1, of: 3 },
      { kind: 'lost', litters: 1 },
      { kind: 'interval', days: 365 },
      { kind: 'breedingValue', trait: 'WWT', value: 0.8, below: 1 },
    ],
    [],
  ]);
  expect(judge({ breedingValueLimits: { leastAccuracy: null, traits } })[0]?.reasons.slice(-3)).toEqual([
    { kind: 'breedingValue', trait: 'WWT', value: 0.8, below: 1 },
    { kind: 'breedingValue', trait: 'NLB', value: 0.3, above: 0.2 },
    { kind: 'breedingValue', trait: 'PWEC', value: -20, above: -30 },
  ]);
});

test('a season counts exposed, conceived, born, alive, lost by cause and age, weaned and sold, without those that may still give birth', () => {
  const others = ['barren', 'aborted', 'expecting'].map((id) => animal(id, { birthDate: '2022-01-01' }));
  const died = kid('b', { status: 'died', ...noWeight });
  const known = recordsOf([dam, buck, ...others, kid('a'), died], {
    births: [birthOfThree],
    deaths: [{ animalId: 'b', day: '2026-03-11', cause: 'predator' }],
    matings: [pending('barren', '2025-10-01'), pending('aborted', '2025-10-01'), pending('expecting', '2026-11-01')],
  });
  const matings = known.matings.map((mating, index) => ({ ...mating, id: `${index}`, fatherId: 'buck', expectedDueDate: null }));
  const expected = pregnancies({ animals: known.history.animals, matings, events: [] }, known.today);
  expect(expected.map(({ damId }) => damId)).toEqual(['expecting']);
  const milkings = ['2026-03-11', '2026-03-31'].map((day) => ({ animalId: 'dam', day, amountMl: 3000 }));
  const seasons = seasonsFrom(known, {
    abortions: [{ animalId: 'aborted', day: '2026-01-05' }],
    sales: [150, null].map((price) => ({ kind: 'sale', animalId: 'a', day: '2026-09-01', price })),
    expected,
    milk: milkRecords({ births: known.litters, milkings, driedOff: [] }),
  });
  const none = { birth: 0, day1: 0, week1: 0, week2: 0, weeks3and4: 0, later: 0, unknown: 0 };
  const reproduction = { exposed: 2, unmated: 1, open: 0, conceived: 1, births: 1, born: 3, alive: 2, died: 1, atFoot: 0 };
  const sales = { sold: 2, soldWithoutDay: 0, soldFor: 150, withoutPrice: 1 };
  const outcome = { weaned: 1, weanedGrams: 45_000, weighed: 1, ...sales, lactations: 1, milkMl: 90_000 };
  expect(seasons).toMatchObject([
    { year: 2027, exposed: 1, open: 1, conceived: 0, births: 0 },
    {
      ...reproduction,
      ...outcome,
      year: 2026,
      losses: [
        { cause: 'predator', byTime: { ...none, week2: 1 }, all: 1 },
        { cause: 'stillborn', byTime: { ...none, birth: 1 }, all: 1 },
      ],
    },
  ]);
  expect([...seasons[1]!.weeks]).toEqual([['2026-02-23', { alive: 2, dead: 1 }]]);
  const ofSheep = seasonsOf({ ...known, sales: [], expected: [], milk: new Map() }, ({ species }) => species === 'sheep');
  expect(ofSheep).toEqual([]);
});

test('young of which only the year of birth is known count in the season and for their dam, and in no week and no interval', () => {
  const yearOnly = (id: string, birthYear: number) => kid(id, { birthDate: null, birthYear });
  const known = recordsOf([dam, kid('a'), yearOnly('b', 2026), yearOnly('c', 2025), yearOnly('d', 2025)]);
  expect(damRecords(known)).toMatchObject([{ litters: 3, born: 4, interval: null }]);
  const firstWeek = ['2026-02-23', { alive: 1, dead: 0 }] as const;
  expect(seasonsFrom(known)).toMatchObject([
    { year: 2026, births: 2, born: 2, bornWithoutDay: 1, exposed: 0, unmated: 2, weaned: 2, weeks: new Map([firstWeek]) },
    { year: 2025, births: 1, born: 2, bornWithoutDay: 2, exposed: 0, unmated: 1, weeks: new Map() },
  ]);
});

test('a recorded mating has the young of the year that can be its own, once, and they have no day', () => {
  const yearOnly = (id: string, fields: object = {}) => kid(id, { birthDate: null, birthYear: 2025, ...noWeight, ...fields });
  const matings = [pending('dam', '2024-11-10'), pending('empty', '2024-11-12')];
  const known = recordsOf([dam, animal('empty'), yearOnly('a'), yearOnly('b')], { matings });
  const [season] = seasonsFrom(known);
  expect(season).toMatchObject({ year: 2025, exposed: 2, unmated: 0, conceived: 1, withoutEnd: 0, births: 1, born: 2 });
  const [mother, empty] = damRecords(known);
  expect(mother).toMatchObject({ exposures: 1, conceived: 1, litters: 1, weanedGrams: null });
  expect(empty).toMatchObject({ exposures: 1, conceived: 0, litters: 0, weanedGrams: 0 });
  const weighed = recordsOf([dam, yearOnly('a', { weaningWeightGrams: 20_000 })], { matings });
  expect(damRecords(weighed)).toMatchObject([{ weanedGrams: 20_000 }]);
  const twice = { matings: [pending('dam', '2024-08-10'), pending('dam', '2025-03-10')] };
  expect(damRecords(recordsOf([dam, yearOnly('a')], twice))).toMatchObject([{ exposures: 2, conceived: 1 }]);
});

const ofYear = (id: string, birthYear: number, fields: Partial<HerdAnimal> = {}) =>
  kid(id, { birthDate: null, birthYear, weaningAgeDays: null, ...fields });

test('young of a year are of the mating that is known to be successful, and of none that failed or ended in a loss', () => {
  const failed = { ...pending('dam', '2024-08-10'), outcome: 'unsuccessful' as const };
  const [open, later] = [pending('dam', '2024-08-10'), pending('dam', '2024-10-20')];
  const successful = { ...later, outcome: 'successful' as const };
  const born = { ...later, actualBirthDate: '2025-03-18' };
  const of = (others: Parameters<typeof recordsOf>[1]) => {
    const known = recordsOf([dam, ofYear('a', 2025)], others);
    const [{ conceived, exposures } = {}, [season]] = [damRecords(known)[0], seasonsFrom(known)];
    return [conceived, exposures, season?.conceived, season?.exposed, season?.withoutEnd, season?.unmated];
  };
  expect(of({ matings: [failed, successful] })).toEqual([1, 2, 1, 2, 0, 0]);
  expect(of({ matings: [failed, born] })).toEqual([1, 2, 1, 2, 0, 0]);
  expect(of({ matings: [failed, later] })).toEqual([1, 2, 1, 2, 0, 0]);
  expect(of({ matings: [open, successful] })).toEqual([1, 2, 1, 2, 0, 0]);
  expect(of({ matings: [failed] })).toEqual([0, 1, 0, 1, 0, 1]);
  const abortions = [{ animalId: 'dam', day: '2024-11-05' }];
  expect(of({ matings: [open, pending('dam', '2025-02-01')], abortions })).toEqual([2, 2, 2, 2, 0, 0]);
});

test('a failed mating and a loss are outcomes, for the season and for the dams alike', () => {
  const failed = { ...pending('dam', '2025-01-01'), outcome: 'unsuccessful' as const };
  const alone = recordsOf([dam], { matings: [failed] });
  expect(damRecords(alone)).toMatchObject([{ exposures: 1, conceived: 0, weanedGrams: 0 }]);
  expect(seasonsFrom(alone)).toMatchObject([{ exposed: 1, conceived: 0, isOutcomeKnown: true }]);
  const lost = recordsOf([dam, animal('empty')], {
    matings: [pending('dam', '2025-01-01'), pending('empty', '2025-01-01')],
    abortions: [{ animalId: 'dam', day: '2025-03-01' }],
  });
  const of = damRecords(lost).map(({ exposures, conceived, weanedGrams }) => [exposures, conceived, weanedGrams].join(' '));
  expect(of).toEqual(['1 1 0', '1 0 0']);
  expect(seasonsFrom(lost)).toMatchObject([{ exposed: 2, conceived: 1, withoutEnd: 0, isOutcomeKnown: true }]);
  const nothing = recordsOf([dam], { matings: [pending('dam', '2025-01-01')] });
  expect(seasonsFrom(nothing)).toMatchObject([{ exposed: 1, isOutcomeKnown: false }]);
});

test('young of a year were weaned by the dam that reared them, and not if they died', () => {
  const matings = [pending('dam', '2024-11-10')];
  const fostering = { id: 'f', animalId: 'a', day: '2025-05-02', time: null, createdAt: '2025-05-02T08:00:00.000Z' };
  const weighed = ofYear('a', 2025, { weaningWeightGrams: 20_000 });
  const weanedOf = (young: HerdAnimal, others: Parameters<typeof recordsOf>[1] = {}) =>
    damRecords(recordsOf([dam, young], { matings, ...others })).map(({ weanedGrams }) => weanedGrams);
  expect(weanedOf(weighed)).toEqual([20_000]);
  expect(weanedOf(weighed, { fosterings: [{ ...fostering, rearedById: null, isBottleFed: true }] })).toEqual([0]);
  const dead = ofYear('a', 2025, { weaningWeightGrams: null, status: 'died' });
  expect(weanedOf(dead)).toEqual([0]);
  expect(weanedOf(dead, { deaths: [{ animalId: 'a', day: '2025-05-01', cause: 'predator' }] })).toEqual([0]);
  expect(weanedOf(ofYear('a', 2025, { weaningWeightGrams: null }))).toEqual([null]);
  const foster = kid('own', { motherId: 'foster', birthDate: '2025-03-01', weaningWeightGrams: 15_000 });
  const herd = [dam, weighed, animal('foster'), foster, kid('young', { birthDate: null, birthYear: 2026 })];
  const adopted = recordsOf(herd, { matings, fosterings: [{ ...fostering, rearedById: 'foster', isBottleFed: false }] });
  const ofDam = { weanedGrams: 0, lived: { part: 2, of: 2 } };
  expect(damRecords(adopted)).toMatchObject([ofDam, { weanedGrams: 35_000 }]);
});

test('without any birth or outcome of a season, no female is called empty in it', () => {
  const matings = [pending('dam', '2024-11-10'), pending('dam', '2025-10-02')];
  const known = recordsOf([dam, animal('empty'), kid('a')], { matings: [...matings, pending('empty', '2025-10-02')] });
  expect(damRecords(known).map(({ exposures, conceived }) => `${exposures} ${conceived}`)).toEqual(['1 1', '1 0']);
});

test('two births nearer than is possible are a mistake to mend and give no interval', () => {
  const known = recordsOf([dam, kid('a'), kid('b', { birthDate: '2026-04-24' }), kid('c', { birthDate: '2025-03-01' })]);
  expect(damRecords(known)).toMatchObject([{ interval: null, impossibleDays: 54 }]);
});

test('a successful mating is a conception without a recorded birth, and what was born and weaned of it is not known', () => {
  const again = pending('dam', '2025-10-20');
  const known = recordsOf([dam], { matings: [{ ...again, breedingDate: '2025-10-01', outcome: 'successful' }, again] });
  expect(damRecords(known)).toMatchObject([{ exposures: 1, conceived: 1, weanedGrams: null }]);
  const matings = [{ ...again, id: 'again', fatherId: 'buck', expectedDueDate: null }];
  const stillExpected = pregnancies({ animals: [dam], matings, events: [] }, '2026-03-01');
  expect(stillExpected).toHaveLength(1);
  for (const expected of [[], stillExpected]) {
    const seasons = seasonsFrom(known, { expected });
    expect(seasons).toMatchObject([{ year: 2026, exposed: 1, open: 0, conceived: 1, withoutEnd: 1, births: 0 }]);
  }
});

test('a female that left before a birth could be recorded is neither open nor empty', () => {
  const matings = [pending('dead', '2026-10-01')];
  const known = recordsOf([animal('dead', { status: 'died', birthDate: '2022-01-01' })], { matings });
  expect(seasonsFrom(known)).toMatchObject([{ exposed: 1, open: 0, conceived: 0, gone: 1 }]);
});

test('a loss is of the first day, a week, the first month or later', () => {
  const times = ['day1', 'day1', 'week1', 'week1', 'week2', 'weeks3and4', 'later'];
  expect([0, 1, 2, 6, 7, 14, 28].map(lossTimeOf)).toEqual(times);
});

test('young of this year are of no mating whose birth is still to come', () => {
  const known = recordsOf([dam, ofYear('a', 2026)], { matings: [pending('dam', '2026-08-10')] });
  expect(seasonsFrom(known)).toMatchObject([
    { year: 2027, exposed: 1, conceived: 0 },
    { year: 2026, exposed: 0, unmated: 1, conceived: 0, births: 1 },
  ]);
});
