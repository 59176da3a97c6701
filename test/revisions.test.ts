// @module-tag grows
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { recordKinds } from '#server/db/changes.ts';
import { readAllRows, readColumns } from '#test/database-rows.ts';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';
import { isLongRun, someOf } from '#test/long-run.ts';
import { bodyFields, callSampledInSync, sampleFile, sampleInput, seedFarm, waysTo, type Way } from '#test/samples.ts';

type Row = Readonly<Record<string, unknown>>;
type Rows = ReadonlyMap<string, readonly Row[]>;

const copiedKinds = { ...recordKinds, animal_states: 'animalState' } as const;

/** Tables of a farm that no copy of it holds, by the reason; every other one carries revisions. */
const notCopied = new Set(
  Object.values({
    'secrets, managed with the server alone': 'api_keys hooks hook_deliveries transfers',
    'belongs to the breeding record, which carries the revision': 'breeding_offspring',
    'the log and the deletions themselves, read on demand': 'changes gone',
    'what is bought is asked of the server': 'checkouts coupon_redemptions subscriptions',
    'pictures are fetched by their address': 'files',
    'an import is planned and undone by the server': 'imports import_changes import_memory import_outcomes import_rows',
    'who may do what is decided by the server': 'memberships invitations sessions device_pins support_access',
    'derived from the animals or computed from the events': 'listings stale_listings offered weights',
    'settings, asked of the server': 'storefronts listing_details listing_photos reserved_slugs people',
    'settings of a person and what was told': 'reminders calendar_entries mail_stops push_subscriptions',
    'addresses and telephone numbers stand on them, which no browser stores (rule 60)': 'papers',
    'each browser knows what it has sent': 'receipts',
  }).flatMap((names) => names.split(' ')),
);

const writesRecords: ReadonlySet<string> = new Set(
  `addAnimal changeAnimal deleteAnimal addAnimalTag changeAnimalTag deleteAnimalTag addBreedingRecord changeBreedingRecord
  deleteBreedingRecord addHealthRecord changeHealthRecord removeHealthRecord addExposure changeExposure addGroup changeGroup
  addPlace changePlace addProduct changeProduct addWorklist changeWorklist addChore changeChore deleteChore recordEvents
  replaceEvent voidEvent voidEvents applyImport importArchive sync undoAct`.split(/\s+/),
);

const writes = Object.entries<Route>(api).filter(([, { access, method }]) => access === 'farm' && method !== 'GET');

/** Fields of a change that are sent alone. */
const most = isLongRun ? 4 : 0;

describeOnEachEngine('a write of a farm', (server) => {
  test('touches only tables that carry revisions, or that are listed with the reason why they do not', async () => {
    const columns = await readColumns(server());
    const tablesWith = (name: string) => new Set(columns.flatMap((one) => (one.name === name ? [one.table as string] : [])));
    const stamped = [...tablesWith('farm_id')].filter((table) => tablesWith('revision').has(table) && !notCopied.has(table));
    expect(stamped.toSorted()).toEqual(Object.keys(copiedKinds).toSorted());
    const unknown = [...tablesWith('farm_id')].filter((table) => !(table in copiedKinds) && !notCopied.has(table));
    expect(unknown).toEqual([]);
  });

  const write = async (
    [name, send]: readonly [string, Way],
    route: Route,
    animal: 'kid' | 'doe' | 'buck',
    fields: readonly string[],
  ): Promise<boolean> => {
    const person = await server().register({ plan: 'enterprise' });
    const seeded = await seedFarm(person, route);
    const farm = { ...seeded, ids: { ...seeded.ids, animals: seeded[animal] } };
    const { params, body } = sampleInput(route, farm, fields);
    const counts = await expectRecorded(server(), person, [name === 'sync' ? callSampledInSync : name], () =>
      route.file
        ? sampleFile(route).then((file) => person.sendFile(name as keyof typeof api, file, { params }))
        : send(person, farm, { params, body }),
    );
    return Object.values(counts).some((count) => count > 0);
  };

  test.each(writes)(
    '%s stamps the rows that it writes, leaves those that it deletes in `gone`, and logs both, also by sync',
    async (name, route) => {
      const [[, byRoute], ...others] = waysTo(name, route);
      const fields = bodyFields(route).filter((field) => field !== 'version');
      const outcomes: boolean[] = [];
      for (const input of [[], fields]) outcomes.push(await write([name, byRoute], route, 'kid', input));
      for (const [at, field] of (route.method === 'PATCH' ? someOf(fields, fields.length) : []).entries()) {
        // At least one change is not refused.
        if (at >= most && outcomes.includes(true)) break;
        outcomes.push(await write([name, byRoute], route, 'kid', [field]));
      }
      if (route.path === '/animals/:id') {
        for (const animal of ['doe', 'buck'] as const) outcomes.push(await write([name, byRoute], route, animal, []));
      }
      // Otherwise a sample that is refused would prove nothing.
      expect(outcomes.includes(true)).toBe(writesRecords.has(name));
      for (const [, send] of others) {
        const bySync = [await write([name, send], route, 'kid', []), await write([name, send], route, 'kid', fields)];
        expect(bySync).toEqual(outcomes.slice(0, 2));
      }
    },
  );

  test('that imports, and takes back what it imported, is recorded animal by animal', async () => {
    const person = await server().register({ plan: 'enterprise' });
    await seedFarm(person);
    const { id } = await person.upload('addImport', await sampleFile(api.addImport));
    const applied = await expectRecorded(server(), person, ['applyImport'], () => person.call('applyImport', { params: { id } }));
    expect(applied).toEqual({ added: 1, changed: 1, deleted: 0 });
    const undone = await expectRecorded(server(), person, ['undoImport'], () => person.call('undoImport', { params: { id } }));
    expect(undone).toEqual({ added: 0, changed: 1, deleted: 1 });
  });

  test('whose deletion takes records along, and takes them off others, records each of them', async () => {
    const person = await server().register({ plan: 'enterprise' });
    const { doe, kid } = await seedFarm(person);
    // The kid is named as offspring; the doe is its mother and the mother of the record.
    const remove = (id: string) =>
      expectRecorded(server(), person, ['deleteAnimal'], () => person.call('deleteAnimal', { params: { id } }));
    expect(await remove(kid)).toEqual({ added: 0, changed: 1, deleted: 4 });
    await person.addAnimal({ tagNumber: 'K-2', motherId: doe });
    expect(await remove(doe)).toEqual({ added: 0, changed: 1, deleted: 3 });
  });

  test('with an id that was used before takes it out of `gone`', async () => {
    const person = await server().register();
    const animal = { id: crypto.randomUUID(), tagNumber: 'A-1', species: 'goat', sex: 'female' } as const;
    const gone = async () => (await readAllRows(server(), person.farmId)).get('gone');
    await person.addAnimal(animal);
    await person.call('deleteAnimal', { params: { id: animal.id } });
    expect(await gone()).toMatchObject([{ kind: 'animal', id: animal.id }]);
    await person.addAnimal(animal);
    expect(await gone()).toEqual([]);
  });

  test('that changes nothing leaves no trace', async () => {
    const person = await server().register({ plan: 'enterprise' });
    const { ids, kid } = await seedFarm(person, api.changeBreedingRecord);
    const before = await readAllRows(server(), person.farmId);
    await person.call('changeAnimal', { params: { id: kid }, body: { tagNumber: 'K-1' } });
    await person.call('changeBreedingRecord', { params: { id: ids['breeding-records']! }, body: { outcome: 'successful' } });
    const after = await readAllRows(server(), person.farmId);
    for (const table of ['animals', 'breeding_records', 'changes']) expect(after.get(table)).toEqual(before.get(table));
  });
});

/** Every write counts them. */
const bookkeeping = new Set(['revision', 'version', 'updated_at']);

const contentOf = (row: Row | undefined): string =>
  JSON.stringify(Object.entries(row ?? {}).filter(([column]) => !bookkeeping.has(column)));

interface Written {
  readonly name: string;
  readonly was: Row | undefined;
  readonly is: Row | undefined;
  readonly isContent: boolean;
}

/** The records that differ; the offspring belong to the breeding record. */
function listWritten(before: Rows, after: Rows): Written[] {
  const byId = (rows: Rows, table: string) => new Map(rows.get(table)?.map((row) => [row['id'] ?? row['animal_id'], row]));
  const young = (rows: Rows) => Map.groupBy(rows.get('breeding_offspring') ?? [], (row) => row['breeding_id']);
  const [oldYoung, newYoung] = [young(before), young(after)];
  return Object.entries(copiedKinds).flatMap(([table, kind]) => {
    const [old, current] = [byId(before, table), byId(after, table)];
    return [...new Set([...old.keys(), ...current.keys()])].flatMap((id): Written[] => {
      const [was, is] = [old.get(id), current.get(id)];
      const hasOtherYoung = JSON.stringify(oldYoung.get(id)) !== JSON.stringify(newYoung.get(id));
      if (JSON.stringify(was) === JSON.stringify(is) && !hasOtherYoung) return [];
      const isContent = table in recordKinds && (hasOtherYoung || contentOf(was) !== contentOf(is));
      return [{ name: `${kind} ${String(id)}`, was, is, isContent }];
    });
  });
}

const ofFarm = 'name address logo_url weight_unit date_format keeps breeding_rules plan_picture farm_numbers'.split(' ');

const farmOf = (rows: Rows) =>
  JSON.stringify([
    rows.get('farms')?.map((farm) => ofFarm.map((name) => farm[name])),
    rows.get('support_access')?.map(({ ends_at }) => ends_at),
  ]);

async function expectRecorded(
  server: TestServer,
  { farmId, userId }: Person,
  calls: readonly string[],
  act: () => Promise<unknown>,
): Promise<{ added: number; changed: number; deleted: number }> {
  const before: Rows = await readAllRows(server, farmId);
  await act();
  const after: Rows = await readAllRows(server, farmId);
  const revision = Number(before.get('farms')?.[0]?.['revision']);
  const countOf = (table: string): number => after.get(table)?.length ?? 0;
  expect(after.get('farms')?.[0]).toMatchObject({
    animal_count: countOf('animals'),
    event_count: countOf('events') + countOf('breeding_records'),
  });
  const isNew = (row: Row | undefined): boolean => Number(row?.['revision']) > revision;
  const nameOf = ({ kind, id }: Row): string => `${String(kind)} ${String(id)}`;
  const gone = new Map((after.get('gone') ?? []).map((row) => [nameOf(row), row]));
  const log = (after.get('changes') ?? []).filter(isNew);
  const written = listWritten(before, after);
  const faults = written.flatMap(({ name, is }) => {
    if (!is) return isNew(gone.get(name)) ? [] : `${name} was deleted and is not in gone`;
    return [
      ...(isNew(is) ? [] : [`${name} was written without the revision`]),
      ...(gone.has(name) ? [`${name} exists and is in gone`] : []),
    ];
  });
  expect(faults).toEqual([]);
  const content = written.filter(({ isContent }) => isContent);
  const farm = farmOf(before) === farmOf(after) ? [] : [`farm ${farmId}`];
  expect([...new Set(log.map(nameOf))].toSorted()).toEqual([...content.map(({ name }) => name), ...farm].toSorted());
  for (const row of log) {
    expect(calls).toContain(row['call']);
    expect(row).toMatchObject({ by_user: userId, by_key: null, by_job: null });
    expect(row['fields']).not.toBe('{}');
  }
  return {
    added: content.filter(({ was }) => !was).length,
    changed: content.filter(({ was, is }) => was && is).length,
    deleted: content.filter(({ is }) => !is).length,
  };
}
