import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeSchema } from '#server/db/describe-schema.ts';
import expectedSchema from '#server/db/migrations/schema.json' with { type: 'json' };
import { Client } from '#test/client.ts';
import { engines, type TestServer } from '#test/engines.ts';
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

function containing(former: unknown): unknown {
  if (Array.isArray(former)) return former.map(containing);
  if (typeof former !== 'object' || former === null) return former;
  const entries = Object.entries(former).filter(([name]) => !marks.has(name));
  return expect.objectContaining(Object.fromEntries(entries.map(([name, value]) => [name, containing(value)])));
}
