import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { describeSchema } from '#server/db/describe-schema.ts';
import { migrate } from '#server/db/migrate.ts';
import expectedSchema from '#server/db/migrations/schema.json' with { type: 'json' };
import { Client } from '#test/client.ts';
import { emptyPostgresDatabase, engines, type TestServer } from '#test/engines.ts';
import { oldCommits, openUpgraded, readManifest, type RecordedAnswers } from '#test/old-databases.ts';

/** Fields that are not entered: how this version represents the state of a record. */
const marks = new Set(['profileVersion', 'version']);

const formerDatabases = oldCommits.flatMap((commit) => engines.map((engine) => ({ commit, engine })));

describe.each(formerDatabases)('a database of commit $commit on $engine', ({ commit, engine }) => {
  const { people } = readManifest(commit, engine);
  const { bob } = people as { bob: RecordedAnswers };
  let server: TestServer;
  beforeAll(async () => {
    server = await openUpgraded(commit, engine);
  });
  afterAll(() => server?.close());

  const read = async (path: string, cookie: string): Promise<unknown> =>
    (await server.app.inject({ url: `/api${path}`, headers: { cookie } })).json();

  const signIn = async ({ username, password }: RecordedAnswers): Promise<Client> => {
    const client = new Client(server.app);
    await client.call('login', { body: { username, password } });
    return client;
  };

  test('has the tables of a new one', async () => {
    expect(await describeSchema(server.db, engine)).toEqual(expectedSchema[engine]);
  });

  test.each(Object.entries(people))('shows %s in the same session every value that was shown before', async (_, person) => {
    for (const [path, answer] of Object.entries(person.answers)) {
      expect({ [path]: await read(path, person.cookie) }).toEqual({ [path]: containing(answer) });
    }
  });

  test('gives every record the revision of its farm, and every farm an epoch of its own', async () => {
    const farms = await server.db.selectFrom('farms').select(['id', 'revision', 'epoch']).execute();
    expect(new Set(farms.map(({ epoch }) => epoch)).size).toBe(farms.length);
    for (const { epoch } of farms) expect(epoch).toMatch(/^[\da-f-]{32,36}$/);
    const revisions = new Map(farms.map(({ id, revision }) => [id, revision]));
    for (const table of ['animals', 'breeding_records'] as const) {
      const rows = await server.db.selectFrom(table).select(['farm_id', 'revision']).execute();
      // The first commit had no records yet.
      if (commit !== oldCommits[0]) expect(rows.length).toBeGreaterThan(0);
      for (const { farm_id, revision } of rows) expect(revision).toBe(revisions.get(farm_id));
    }
    for (const table of ['gone', 'changes'] as const) expect(await server.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  test('makes everybody the owner of their farm, in which their sessions work', async () => {
    const members = await server.db.selectFrom('memberships').selectAll().orderBy('user_id').execute();
    const users = await server.db.selectFrom('users').select(['id', 'created_at']).orderBy('id').execute();
    expect(members).toEqual(
      users.map(({ id, created_at }) => ({
        farm_id: expect.any(String) as string,
        user_id: id,
        role: 'owner',
        added_by: null,
        created_at,
        ended_at: null,
        ends_at: null,
        opened_at: null,
        by_support: false,
      })),
    );
    const farmOf = new Map(members.map(({ user_id, farm_id }) => [user_id, farm_id]));
    for (const { user_id, farm_id } of await server.db.selectFrom('sessions').selectAll().execute()) {
      expect(farm_id).toBe(farmOf.get(user_id));
    }
  });

  test('lets people sign in with their passwords, and write', async () => {
    const client = await signIn(bob);
    await client.call('changeProfile', { body: { email: 'new@example.org', currentPassword: bob.password } });
    expect(await client.call('currentUser')).toMatchObject({ email: 'new@example.org' });
    const animal = { tagNumber: 'N-1', species: 'goat', sex: 'female' } as const;
    const { id: motherId } = await client.call('addAnimal', { body: animal });
    const { id: fatherId } = await client.call('addAnimal', { body: { ...animal, sex: 'male', forSale: true, salePrice: 10 } });
    await client.call('changeAnimal', { params: { id: motherId }, body: { fatherId, name: 'New' } });
    await client.call('addHealthRecord', { body: { animalId: motherId, date: '2026-11-20', healthStatus: '2' } });
    expect(await client.call('readAnimal', { params: { id: motherId } })).toMatchObject({
      fatherId,
      name: 'New',
      healthStatus: '2',
    });
    await client.call('addBreedingRecord', { body: { motherId, fatherId, breedingDate: '2026-11-20' } });
    expect(await server.visitor().call('listForSale', { query: { search: 'N-1' } })).toContainEqual(
      expect.objectContaining({ id: fatherId }),
    );
    await client.call('deleteAnimal', { params: { id: motherId } });
  });

  test('lets a farm buy a plan', async () => {
    const client = await signIn(people['gus'] ?? bob);
    const id = crypto.randomUUID();
    await client.call('createCheckoutSession', { body: { id, planType: 'basic', billingCycle: 'monthly' } });
    expect(await client.call('readCheckout', { params: { id } })).toMatchObject({ state: 'open', planType: 'basic' });
  });
});

describe.each(engines)('jobs, mails and payment tasks of a database before the step 0020 (%s)', (engine) => {
  test('are tasks after it, with every value', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-old-'));
    const databaseUrl = engine === 'postgres' ? await emptyPostgresDatabase() : undefined;
    const { db } = openDatabase({ databaseUrl, dataDir });
    await migrate(db, engine, '0019_weighings_of_imports');
    const day = (number: number): string => `2026-11-0${number}T00:00:00.000Z`;
    const jobs = [
      ['running', 'holder', day(5), day(4), day(3), 'no broom'],
      ['never', null, null, null, null, null],
    ];
    for (const row of jobs) {
      await sql`insert into jobs (name, holder, lease_until, last_started_at, last_finished_at, last_error)
                values (${sql.join(row)})`.execute(db);
    }
    const mails = [
      ['waiting', 'words', '<p>words', day(2), 3, null, 'refused', 'confirmed:a@b.c', 'origin', null],
      ['sent', '', null, day(2), 1, day(3), null, '', '', null],
      ['held', 'words', null, day(2), 0, null, null, '', '', day(4)],
      ['given up', '', null, day(2), 25, null, 'refused', '', '', null],
    ];
    for (const row of mails) {
      await sql`insert into outbox (subject, body, html, next_attempt_at, attempts, sent_at, last_error, budget, origin, held_since,
                                    id, to_address, created_at, send_order)
                values (${sql.join(row)}, ${`id of ${row[0]}`}, 'a@b.c', ${day(1)}, ${day(7)})`.execute(db);
    }
    const payments = [
      ['open', 'end_subscription', 'sub_1', null, 2, 'no answer', 700, 300],
      ['done', 'end_subscription', 'sub_2', day(3), 1, null, 50, 0],
      ['plain', 'close_checkout', 'cs_1', null, 0, null, null, null],
    ];
    for (const row of payments) {
      await sql`insert into payment_tasks (id, kind, subject, done_at, attempts, last_error, credited_cents, rest_cents,
                                           provider, created_at, next_attempt_at)
                values (${sql.join(row)}, 'stripe', ${day(1)}, ${day(2)})`.execute(db);
    }

    await migrate(db, engine);
    const tasks = await db.selectFrom('tasks').selectAll().execute();
    const task = {
      dedupe_key: null,
      state: 'waiting',
      origin: '',
      holder: null,
      lease_until: null,
      attempts: 0,
      finished_at: null,
      last_error: null,
      payload: null,
    };
    const job = { ...task, kind: 'job' };
    const mail = { ...task, kind: 'mail', run_at: day(2), run_order: day(7), created_at: day(1) };
    const payment = { ...task, run_at: day(2), run_order: day(2), created_at: day(1) };
    const payload = (creditedCents: number | null, restCents: number | null) => ({
      provider: 'stripe',
      creditedCents,
      restCents,
    });
    const parsed = tasks.map((row) => ({ ...row, payload: row.payload && (JSON.parse(row.payload) as unknown) }));
    expect(parsed.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual([
      {
        ...payment,
        id: 'done',
        kind: 'end_subscription',
        dedupe_key: 'sub_2',
        state: 'done',
        attempts: 1,
        finished_at: day(3),
        payload: payload(50, 0),
      },
      { ...mail, id: 'id of given up', state: 'failed', attempts: 25, last_error: 'refused' },
      { ...mail, id: 'id of held', state: 'held' },
      { ...mail, id: 'id of sent', state: 'done', attempts: 1, finished_at: day(3) },
      { ...mail, id: 'id of waiting', origin: 'origin', attempts: 3, last_error: 'refused' },
      {
        ...job,
        id: 'never',
        dedupe_key: 'never',
        run_at: '1970-01-01T00:00:00.000Z',
        run_order: '',
        created_at: '1970-01-01T00:00:00.000Z',
      },
      {
        ...payment,
        id: 'open',
        kind: 'end_subscription',
        dedupe_key: 'sub_1',
        attempts: 2,
        last_error: 'no answer',
        payload: payload(700, 300),
      },
      { ...payment, id: 'plain', kind: 'close_checkout', dedupe_key: 'cs_1', payload: payload(null, null) },
      {
        ...job,
        id: 'running',
        dedupe_key: 'running',
        holder: 'holder',
        lease_until: day(5),
        last_error: 'no broom',
        run_at: day(4),
        run_order: day(4),
        created_at: day(4),
        finished_at: day(3),
      },
    ]);
    expect(await db.selectFrom('mails').selectAll().orderBy('id').execute()).toEqual(
      mails
        .map(([subject, body, html, , , , , budget]) => ({
          id: `id of ${subject}`,
          to_address: 'a@b.c',
          subject,
          body,
          html,
          stop_url: null,
          reply_to: null,
          budget,
        }))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    );
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe.each(engines)('checkups and weights of a database before the step 0023 (%s)', (engine) => {
  test('are events after it, with every value', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-old-'));
    const databaseUrl = engine === 'postgres' ? await emptyPostgresDatabase() : undefined;
    const { db } = openDatabase({ databaseUrl, dataDir });
    await migrate(db, engine, '0022_changes');
    const yes = engine === 'postgres' ? sql`true` : sql`1`;
    await sql`insert into farms (id, created_at, revision) values ('farm', '2026-01-01', 1780000000000)`.execute(db);
    const animals = [
      ['born', '2024-03-01', 3100, 20_000, 90],
      ['weaned without a day', '2024-03-01', null, 20_000, null],
      ['born some day', null, 3100, 20_000, 90],
    ] as const;
    for (const row of animals) {
      await sql`insert into animals (id, birth_date, birth_weight_grams, weaning_weight_grams, weaning_age_days, farm_id, tag_number,
                                     species, sex, status, health_status, create_digest, created_at, updated_at, revision)
                values (${sql.join(row)}, 'farm', 'A', 'goat', 'female', 'active', '3', '', '2026-01-02', '2026-01-02', 7)`.execute(
        db,
      );
    }
    const checkups = [
      ['full', 67_132, 'Dr. "Müller"', '2027-05-01'],
      ['plain', null, '', null],
    ] as const;
    for (const [id, grams, vet, due] of checkups) {
      await sql`insert into health_records (farm_id, id, animal_id, date, record_type, health_status, description, weight_grams,
                  veterinarian, medication, dosage, next_due_date, notes, import_id, create_digest, created_at)
                values ('farm', ${id}, 'born', '2026-05-01', 'checkup', '4', 'Two\nlines', ${grams}, ${vet}, 'm', 'd', ${due}, 'n',
                  ${grams === null ? null : 'import'}, 'digest', '2026-05-02')`.execute(db);
    }
    await sql`update health_records set cdnt = ${yes}, dewormed = ${yes} where id = 'full'`.execute(db);

    await migrate(db, engine);
    const events = await db.selectFrom('events').selectAll().where('kind', '=', 'checkup').orderBy('id').execute();
    const common = {
      farm_id: 'farm',
      kind: 'checkup',
      animal_id: 'born',
      day: '2026-05-01',
      time: null,
      note: null,
      responsible: null,
      worklist_id: null,
      by_user: null,
      photo: null,
      create_digest: 'digest',
      version: 1,
      replaces_id: null,
      voided_at: null,
      voided_by: null,
      void_reason: null,
      created_at: '2026-05-02',
      revision: 1_780_000_000_000,
    };
    const detail = {
      recordType: 'checkup',
      healthStatus: '4',
      description: 'Two\nlines',
      medication: 'm',
      dosage: 'd',
      notes: 'n',
    };
    expect(events.map((row) => ({ ...row, detail: JSON.parse(row.detail) as unknown }))).toEqual([
      {
        ...common,
        id: 'full',
        import_id: 'import',
        detail: {
          ...detail,
          weightLbs: 148,
          veterinarian: 'Dr. "Müller"',
          nextDueDate: '2027-05-01',
          cdnt: true,
          hoofsTrimmed: false,
          dewormed: true,
        },
      },
      {
        ...common,
        id: 'plain',
        import_id: null,
        detail: {
          ...detail,
          weightLbs: null,
          veterinarian: '',
          nextDueDate: null,
          cdnt: false,
          hoofsTrimmed: false,
          dewormed: false,
        },
      },
    ]);
    const weighings = await db
      .selectFrom('events')
      .innerJoin('measures', 'measures.event_id', 'events.id')
      .select(['events.animal_id', 'events.day', 'kind', 'detail', 'trait', 'value', 'entered_value', 'entered_unit'])
      .orderBy('events.day')
      .execute();
    const weight = { animal_id: 'born', trait: 'weight' };
    expect(
      weighings.map((row) => ({ ...row, detail: row.kind === 'checkup' ? null : (JSON.parse(row.detail) as unknown) })),
    ).toEqual([
      {
        ...weight,
        kind: 'weighing',
        day: '2024-03-01',
        detail: { weightGrams: 3100, occasion: 'birth' },
        value: 3100,
        entered_value: null,
        entered_unit: 'g',
      },
      {
        ...weight,
        kind: 'weighing',
        day: '2024-05-30',
        detail: { weightGrams: 20_000, occasion: 'weaning' },
        value: 20_000,
        entered_value: null,
        entered_unit: 'g',
      },
      { ...weight, kind: 'checkup', day: '2026-05-01', detail: null, value: 67_132, entered_value: '148', entered_unit: 'lb' },
    ]);
    expect(await db.selectFrom('farm_sizes').select(['animals', 'events']).execute()).toEqual([{ animals: 3, events: 4 }]);
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

function containing(former: unknown): unknown {
  if (Array.isArray(former)) return former.map(containing);
  if (typeof former !== 'object' || former === null) return former;
  const entries = Object.entries(former).filter(([name]) => !marks.has(name));
  return expect.objectContaining(Object.fromEntries(entries.map(([name, value]) => [name, containing(value)])));
}
