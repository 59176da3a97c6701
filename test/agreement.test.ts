// @module-tag grows
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { Animal } from '#contract/animals.ts';
import { addDays, earliestDate } from '#domain/values/dates.ts';
import { dueWindow } from '#domain/breeding/due-births.ts';
import { movementKinds, movementsIn, type Movement } from '#domain/journal/movement-register.ts';
import { compareEvents } from '#domain/records/order.ts';
import { statusAfter } from '#domain/journal/departures.ts';
import { openWithdrawals } from '#domain/journal/withdrawals.ts';
import type { EventKind } from '#domain/records/events.ts';
import { healthShares, speciesShares } from '#domain/reports.ts';
import { agendaOf } from '#domain/work/today.ts';
import { countActive } from '#server/plans/plans.queries.ts';
import { movementBatches } from '#server/reports/movements.queries.ts';
import { breedingBatches, saleBatches } from '#server/reports/reports.queries.ts';
import { readSources } from '#server/reminders/farm-sources.ts';
import { breedingsOf, stateOf as stateOfMating } from '#web/breeding/breeding-history.ts';
import { breedingPairs } from '#web/reports/breeding-pairs.ts';
import { summarize } from '#web/dashboard/herd-summary.ts';
import { inWithdrawal, partsOfHerd } from '#web/herd/list/parts-of-herd.ts';
import { today } from '#web/lib/text/today.ts';
import { createDemoFarm } from '../scripts/demo-farm.ts';
import { createRandom } from '../scripts/demo-random.ts';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';
import { isLongRun } from '#test/long-run.ts';
import { ofKind, readFarm } from '#test/read-farm.ts';

/** A year of a farm that does everything in any order, as far as the server accepts it. */
async function raiseRandomFarm(person: Person, seed: number): Promise<void> {
  const chance = createRandom(seed);
  const upTo = (most: number) => Math.floor(chance() * most);
  const ago = (days: number) => addDays(today(), -days);
  const species = seed % 2 === 0 ? 'sheep' : 'goat';
  const add = (tagNumber: string, sex: 'female' | 'male') =>
    person.call('addAnimal', { body: { tagNumber, sex, species, birthDate: ago(1200 + upTo(900)) } });
  const females: Animal[] = [];
  for (let n = 0; n < 14; n += 1) females.push(await add(`F-${n}`, 'female'));
  const males = [await add('M-1', 'male'), await add('M-2', 'male')];
  const any = <T>(list: readonly T[]): T => list[upTo(list.length)] as T;
  const record = (kind: EventKind, days: number, fields: object = {}) => {
    const event = { id: uuidv7(), kind, animalId: any(females).id, day: ago(upTo(days)), ...fields };
    return person.call('recordEvents', { body: { events: [event as never] } });
  };
  const change = (body: object) => person.call('changeAnimal', { params: { id: any(females).id }, body });
  const steps: readonly (() => Promise<unknown>)[] = [
    () => {
      const body = { motherId: any(females).id, fatherId: any(males).id, breedingDate: ago(upTo(330)) };
      return person.call('addBreedingRecord', { body });
    },
    () => {
      const inDay = upTo(330);
      const maleIds = chance() < 0.5 ? [any(males).id] : males.map(({ id }) => id);
      const femaleIds = [...new Set([any(females).id, any(females).id, any(females).id])];
      const outDay = chance() < 0.5 ? null : ago(upTo(inDay));
      return person.call('addExposure', {
        body: { id: uuidv7(), name: 'Mating', maleIds, femaleIds, inDay: ago(inDay), outDay },
      });
    },
    () => {
      const young = Array.from({ length: 1 + upTo(3) }, () => ({ sex: 'female', state: any(['alive', 'stillborn', 'died']) }));
      return record('birth', 300, { young });
    },
    () => record('pregnancyCheck', 120, { result: any(['pregnant', 'open', 'unsure']) }),
    () => record('abortion', 200),
    () => {
      const days = any([null, 0, 5, 28, 400]);
      const withdrawals = days === null ? [] : [{ product: 'meat', days }];
      return record('treatment', 60, { productName: any(['Drench', 'Antibiotic']), withdrawals });
    },
    () => {
      const extras = { dewormed: chance() < 0.5, cdnt: chance() < 0.5, hoofsTrimmed: true };
      const checkup = { animalId: any(females).id, date: ago(upTo(60)), healthStatus: '3', ...extras } as const;
      return person.call('addHealthRecord', { body: { ...checkup, meatWithdrawalDays: any([null, 0, 14]) } });
    },
    () => record(any(['sale', 'death', 'slaughter', 'loan']), 100),
    () => record(any(['return', 'return', 'arrival']), 100),
    () => change({ status: any(['active', 'sold', 'died'] as const) }),
    () => change({ forSale: true, salePrice: 100 }),
    () => {
      const dam = { tagNumber: 'O', species, birthDate: ago(1500 + upTo(900)), isReference: chance() < 0.5 } as const;
      const young = { tagNumber: 'Y', species, birthDate: ago(upTo(900)) } as const;
      return person.addAnimal(dam).then(({ id: motherId }) => person.addAnimal({ ...young, motherId }));
    },
  ];
  for (let n = 0; n < 70; n += 1) await any(steps)().catch(() => {});
}

const farms: readonly (readonly [string, (server: TestServer, person: Person) => Promise<void>])[] = [
  ['the demonstration farm', (server, person) => createDemoFarm(server.db, person.farmId, today())],
  ...Array.from({ length: isLongRun ? 4 : 2 }, (_, seed) => {
    const raise = (_server: TestServer, person: Person) => raiseRandomFarm(person, seed);
    return [`a random farm, ${seed}`, raise] as const;
  }),
];

const allOf = async <R>(batches: AsyncIterable<readonly R[]>): Promise<R[]> => (await Array.fromAsync(batches)).flat();

describeOnEachEngine('one question has one answer', (server) => {
  test.each(farms)('on %s', async (_, raise) => {
    const person = await server().register({ plan: 'enterprise' });
    await raise(server(), person);
    const { day, animals, matings, states, groups, places, events, expected, seasons } = await readFarm(person);
    const active = animals.filter(({ status }) => status === 'active');
    const sources = await readSources(server().db, person.farmId, day, []);

    // Who is due and when: births, calendar and mails, Today.
    const dueOf = (list: typeof expected) =>
      list.map((pregnancy) => [pregnancy.damId, pregnancy.due, dueWindow(pregnancy), pregnancy.sireIds.toSorted()]);
    expect(dueOf([...sources.expected])).toEqual(dueOf(expected));
    expect(expected.length).toBeGreaterThan(0);
    const { tasks } = agendaOf({ ...sources, chores: [] }, day);
    const onToday = tasks.flatMap((task) => (task.kind === 'birth' ? task.animalIds : []));
    const soon = expected.filter(({ part }) => part !== 'later');
    expect(onToday.toSorted()).toEqual(soon.map(({ damId }) => damId).toSorted());
    const isHere = new Set(active.map(({ id }) => id));
    expect(expected.every(({ damId }) => isHere.has(damId))).toBe(true);

    // How many may still give birth: Reports and Births.
    expect(seasons.reduce((sum, { open }) => sum + open, 0)).toBe(expected.length);

    // Which matings are pending: Breeding, Births and the chart of the reports.
    const pending = breedingsOf(matings, animals, expected).filter((breeding) => stateOfMating(breeding) === 'pending');
    const dams = new Set(expected.map(({ damId }) => damId));
    const isToCome = ({ record }: (typeof pending)[number]) => dams.has(record.motherId) || record.breedingDate > day;
    expect(pending.filter((breeding) => !isToCome(breeding))).toEqual([]);
    const isPending = new Set(pending.map(({ record }) => record.id));
    expect(expected.filter(({ matingId }) => matingId !== null && !isPending.has(matingId))).toEqual([]);
    const onSheet = await allOf(breedingBatches(server().db, person.farmId, { from: null, to: null, today: day }));
    const statesOf = (list: readonly { readonly id: string; readonly state: string }[]) =>
      new Map(list.map(({ id, state }) => [id, state]));
    const onScreen = breedingsOf(matings, animals, expected).map((each) => ({ id: each.record.id, state: stateOfMating(each) }));
    expect(statesOf(onSheet)).toEqual(statesOf(onScreen));
    const onChart = breedingPairs(matings, animals, expected, {}).reduce((total, pair) => total + pair.pending, 0);
    expect(onChart).toBe(pending.length);

    // How many animals there are: dashboard, reports, the list and its parts, the plan.
    const shares = [speciesShares(animals), healthShares(animals)].map((share) =>
      share.reduce((sum, { count }) => sum + count, 0),
    );
    const activeCount = await countActive(server().db, person.farmId);
    const stateOf = new Map(states.map((state) => [state.animalId, state]));
    const facts = { states: stateOf, due: new Map(expected.map(({ damId, due }) => [damId, due])), care: new Map() };
    const parts = new Map(partsOfHerd({ animals: active, groups, places, ...facts }, day).map((part) => [part.value, part.ids]));
    const counts = [...shares, activeCount, summarize(animals, day).total, parts.get('all')?.length];
    expect(new Set(counts)).toEqual(new Set([active.length]));

    // What was sold: journal, animals and reports.
    const sales = ofKind(events, 'sale');
    const sum = (count: (season: (typeof seasons)[number]) => number) =>
      seasons.reduce((total, season) => total + count(season), 0);
    const recorded = [sales.length, ofKind(events, 'slaughter').length];
    expect([sum(({ sold }) => sold), sum(({ slaughtered }) => slaughtered)]).toEqual(recorded);
    const always = { from: null, to: null };
    const exported = await allOf(saleBatches(server().db, person.farmId, always));
    const exportedSales = exported.flatMap(({ id, sale }) => (sale === null ? [] : `${id} ${sale.day} ${sale.price}`));
    const withoutDay = exported.filter(({ status, sale }) => status === 'sold' && sale === null).length;
    expect(seasons.map((season) => season.soldWithoutDay)).toEqual(seasons.map(() => withoutDay));
    expect(exportedSales.toSorted()).toEqual(
      sales.map(({ animalId, day: on, price }) => `${animalId} ${on} ${price}`).toSorted(),
    );

    // Who has left: the status, and the last departure that nothing has ended.
    for (const { id, status } of animals) {
      const left = stateOf.get(id)?.left;
      const inOrder = ofKind(events, 'sale', 'slaughter', 'death', 'loan', 'return').filter(({ animalId }) => animalId === id);
      const last = inOrder.toSorted(compareEvents).at(-1);
      expect([id, left?.kind ?? 'return']).toEqual([id, last?.kind ?? 'return']);
      expect([id, status]).toEqual([id, left ? statusAfter[left.kind] : 'active']);
    }

    // Who was born here, arrived and left: the register on paper and its export.
    const lines = (movements: readonly Movement[]) =>
      movements.map((each) => `${each.day} ${each.animalId} ${each.how}`).toSorted();
    const onPaper = movementsIn(animals, ofKind(events, ...movementKinds), { from: earliestDate, to: addDays(day, 1) });
    expect(lines(await allOf(movementBatches(server().db, person.farmId, always)))).toEqual(lines(onPaper));

    // What is in withdrawal: rows, parts, the animal's page, and the listing that every visitor sees.
    const withheld = new Set(
      active.filter(({ id }) => openWithdrawals(stateOf.get(id)?.withdrawals ?? [], day).length > 0).map(({ id }) => id),
    );
    expect(new Set(parts.get(inWithdrawal))).toEqual(withheld);
    for (const { id, forSale, salePrice } of active) {
      const summary = await person.call('readAnimalSummary', { params: { id } });
      expect([id, openWithdrawals(summary.withdrawals, day).length > 0]).toEqual([id, withheld.has(id)]);
      if (!forSale || salePrice === null) continue;
      const listing = await server().call('readListing', { params: { id } });
      const told = openWithdrawals(stateOf.get(id)?.withdrawals ?? [], day).map(({ product, clearOn }) => ({ product, clearOn }));
      expect([id, listing.withdrawals]).toMatchObject([id, told]);
    }
  });
});
