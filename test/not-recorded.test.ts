import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { relist } from '#server/db/listings.ts';
import { isNotLookedAt, notLookedAt } from '#domain/records/animals.ts';
import { addDays } from '#domain/values/dates.ts';
import { registerEntryOf } from '#domain/journal/treatment-register.ts';
import { listingFactList } from '#domain/listings.ts';
import type { EventKind } from '#domain/records/events.ts';
import { withheldText } from '#web/herd/care/withheld.ts';
import { withdrawalText } from '#web/herd/day-text.ts';
import { factsOf } from '#web/journal/animal-facts.tsx';
import { today } from '#web/lib/text/today.ts';
import { factLines } from '#web/market/facts.tsx';
import { damFigures } from '#web/performance/figures.ts';
import { seasonFigures } from '#web/performance/season-view.tsx';
import { ProblemError } from '#test/client.ts';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';
import { readFarm } from '#test/read-farm.ts';

const rows = readFileSync('docs/product-rules.md', 'utf8')
  .split('| Without')[1]
  ?.split('\n')
  .slice(2)
  .flatMap((line) => {
    const [, figure, source, says] = line.split('|').map((cell) => cell.trim());
    return figure && source && says ? [{ figure, source, says }] : [];
  });
if (!rows) throw new Error('The rules have no table of figures');

const sources = [...new Set(rows.map(({ source }) => source))];
const ago = (days: number) => addDays(today(), -days);

type Has = (source: string) => boolean;

const goat = { species: 'goat' as const, sex: 'female' as const };
const addGoat = (person: Person, tagNumber: string, fields: object = {}) => person.addAnimal({ ...goat, tagNumber, ...fields });

interface Pair {
  readonly doe: { readonly id: string };
  readonly buck: { readonly id: string };
}

/** Twins of this day; resolves with their ids. */
async function addLitter(person: Person, has: Has, { doe, buck }: Pair, day: string, litter: number): Promise<string[]> {
  if (has('matings')) {
    await person.call('addBreedingRecord', { body: { motherId: doe.id, fatherId: buck.id, breedingDate: addDays(day, -150) } });
  }
  const young = [1, 2].map((n) => ({ id: uuidv7(), tagNumber: `K-${litter}${n}`, weightGrams: has('weights') ? 3000 : null }));
  if (has('births') && has('parents') && has('days of birth')) {
    const ofYoung = young.map((each) => ({ ...each, sex: 'female' as const, state: 'alive' as const }));
    const birth = { id: uuidv7(), kind: 'birth' as const, animalId: doe.id, day, sireId: buck.id, young: ofYoung };
    await person.call('recordEvents', { body: { events: [birth] } });
    return young.map(({ id }) => id);
  }
  for (const { id, tagNumber, weightGrams } of young) {
    await addGoat(person, tagNumber, {
      id,
      ...(has('parents') && { motherId: doe.id, fatherId: buck.id }),
      ...(has('days of birth') && has('births') && { birthDate: day }),
      birthWeightGrams: weightGrams,
    });
  }
  return young.map(({ id }) => id);
}

/** A doe with two litters, of which one kid is for sale and one was sold, and everything is recorded but the source. */
async function raise(server: TestServer, person: Person, without: string | undefined) {
  const has: Has = (source) => source !== without;
  await server.nameSeller(person);
  const [granddam, grandsire] = [await addGoat(person, 'D-0'), await addGoat(person, 'B-0', { sex: 'male' })];
  const parents = has('parents') ? { motherId: granddam.id, fatherId: grandsire.id } : {};
  const born = { birthDate: ago(2000), ...parents };
  const pair = { doe: await addGoat(person, 'D-1', born), buck: await addGoat(person, 'B-1', { sex: 'male', ...born }) };
  await addLitter(person, has, pair, ago(520), 1);
  const [offered = '', sold = ''] = await addLitter(person, has, pair, ago(155), 2);
  if (has('products')) await person.call('addProduct', { body: { name: 'Drench', kind: 'dewormer' } });
  const events: object[] = [];
  const record = (source: string, kind: EventKind, animalId: string, days: number, fields: object) => {
    if (has(source)) events.push({ id: uuidv7(), kind, animalId, day: ago(days), ...fields });
  };
  for (const id of [offered, sold]) {
    record('weights', 'weighing', id, 65, { weightGrams: 20_000, occasion: 'weaning' });
    record('weights', 'weighing', id, 30, { weightGrams: 26_000 });
    const withdrawals = has('days of medicines') ? [{ product: 'meat', days: 10 }] : [];
    record('medicines', 'treatment', id, 60, { productName: 'Drench', withdrawals });
    record('medicines', 'vaccination', id, 50, { productName: 'Vaccine', withdrawals });
    record('', 'scores', id, 20, { famacha: 2 });
  }
  const { id: placeId } = await person.call('addPlace', { body: { name: 'Mill' } });
  record('moves', 'move', offered, 15, { placeId });
  await person.call('recordEvents', { body: { events: events as never } });
  const given = has('medicines') && { cdnt: true, meatWithdrawalDays: has('days of checkups') ? 5 : null };
  for (const animalId of has('checkups') ? [offered, sold] : [])
    await person.call('addHealthRecord', { body: { animalId, date: ago(10), healthStatus: '3', ...given } });
  if (has('numbers')) {
    await person.call('addAnimalTag', { body: { animalId: offered, kind: 'registration', number: 'R-1' } });
  }
  // The call refuses to offer an animal whose withdrawal is not recorded.
  await server.db.updateTable('animals').set({ for_sale: true, sale_price_cents: 10_000 }).where('id', '=', offered).execute();
  await server.db.transaction().execute((tx) => relist(tx, person.farmId, [offered]));
  const place = { placeName: null, coordinates: null, precision: 'km10' } as const;
  await person.call('changeStorefront', { body: { ...place, shared: [...listingFactList] } });
  return { doe: pair.doe.id, offered, sold };
}

/** What the product says, by the figure's name in the table. */
async function read(server: TestServer, person: Person, { doe, offered, sold }: Awaited<ReturnType<typeof raise>>) {
  const { day, animals, states, events, performance, seasons } = await readFarm(person);
  const season = seasons.find(({ year }) => year === Number(ago(155).slice(0, 4)));
  const figure = (label: string) => {
    const found = seasonFigures.find((each) => each.label === label);
    const value = season && found ? found.value(season) : null;
    return season && found ? `${value === null ? '–' : found.show(value)} ${found.means(season)}` : 'nothing';
  };
  const dam = performance.dams.find(({ animal }) => animal.id === doe);
  const damFigure = (label: string) => (dam && damFigures.find((each) => each.label === label)?.value(dam)) ?? '–';
  const summary = await person.call('readAnimalSummary', { params: { id: offered } });
  const animal = animals.find(({ id }) => id === offered);
  if (!animal) throw new Error('The animal is missing');
  const state = states.find(({ animalId }) => animalId === offered);
  const facts = factsOf(animal, summary, day, undefined);
  const fact = (label: string) => facts.find((each) => each.label.startsWith(label))?.value;
  const listing = await server.call('readListing', { params: { id: offered } });
  const lines = new Map(listing.facts ? factLines(listing.facts, listing.withdrawals) : []);
  const line = (label: string) => renderToStaticMarkup(lines.get(label));
  const registered = events.flatMap((event) => (event.animalId === offered ? (registerEntryOf(event) ?? []) : []));
  const sale = { id: uuidv7(), kind: 'sale' as const, animalId: sold, day, buyer: 'Hill Farm' };
  const sell = (fields: object) => person.call('recordEvents', { body: { events: [{ ...sale, ...fields }] } });
  const codeOf = (error: unknown) => (error instanceof ProblemError ? error.code : String(error));
  const refused = await sell({}).then(() => undefined, codeOf);
  if (refused !== undefined) await sell({ reason: 'Bred on' });
  const movement = { kind: 'movement' as const, eventIds: [sale.id], buyer: { name: 'Hill Farm' } };
  const paper = await person.call('issuePaper', { body: movement });
  const withheld = paper.content.animals.flatMap((each) => each.withheld.map((end) => withdrawalText(end, day)));
  const said: Readonly<Record<string, string | undefined>> = {
    'withdrawal of an animal': withheldText(state?.withdrawals ?? [], day),
    'withdrawal in the register': registered
      .map(({ clearOn: { meat } }) => (meat === 'notRecorded' ? 'Not recorded' : meat))
      .join(),
    'withdrawal in a listing': line('Withdrawal'),
    'withdrawal on papers': withheld.join(', '),
    'sale of an animal': refused ?? 'sold',
    'vaccinations in a listing': line('Vaccinations'),
    'treatment in a listing': line('Last treatment'),
    'deworming in a listing': line('Deworming'),
    exposed: figure('Exposed'),
    conceived: figure('Conceived'),
    born: figure('Born'),
    'born alive': figure('Born alive'),
    'lost before weaning': figure('Lost before weaning'),
    weaned: figure('Weaned'),
    'weaned per female': figure('Weaned per female'),
    'days from birth to birth': dam?.interval?.toString() ?? 'nothing',
    'litters of a female': damFigure('Litters'),
    'weaned by a female': damFigure('Weaned'),
    'growth of her young': damFigure('Growth'),
    'litter in a listing': line('Litter'),
    'birth in a listing': line('Born'),
    'sire in a listing': line('Sire'),
    'inbreeding in a listing': line('Inbreeding'),
    'registration in a listing': line('Registration'),
    'weights in a listing': line('Weights'),
    'growth in a listing': line('Compared with its group'),
    'health of an animal': isNotLookedAt(animal, state?.checkedOn ?? null) ? notLookedAt : 'looked at',
    'weight of an animal': fact('Weight'),
    'gain of an animal': fact('Gain'),
    'place of an animal': fact('Place'),
  };
  return said;
}

describeOnEachEngine('a figure without its source', (server) => {
  const sayings = async (without: string | undefined) => {
    const person = await server().register({ plan: 'enterprise' });
    return read(server(), person, await raise(server(), person, without));
  };

  test('says none of this while everything is recorded', async () => {
    const said = await sayings(undefined);
    expect(new Set(Object.keys(said))).toEqual(new Set(rows.map(({ figure }) => figure)));
    const found = rows.filter(({ figure, says }) => said[figure]?.includes(says));
    expect(found.map(({ figure, source }) => [figure, source, said[figure]])).toEqual([]);
  });

  test.each(sources)('says so: %s', async (source) => {
    const said = await sayings(source);
    const wrong = rows.filter((row) => row.source === source && !said[row.figure]?.includes(row.says));
    expect(wrong.map(({ figure, says }) => [figure, says, said[figure]])).toEqual([]);
  });
});
