import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeThreeWays, type MergeField, withMergeFields } from '#web/lib/forms/three-way.ts';
import { Client } from '#test/client.ts';
import { describeOnEachEngine, type TestServer, type Person } from '#test/engines.ts';

type Values = Readonly<Record<string, string | null>>;

interface Subject {
  readonly fields: readonly string[];
  readonly make: (person: Person) => Promise<string>;
  readonly read: (client: Client, id: string) => Promise<{ values: Values; version: number | string }>;
  readonly write: (client: Client, id: string, values: Values, version: number | string) => Promise<unknown>;
}

const only = (fields: readonly string[], record: object): Values =>
  Object.fromEntries(fields.map((field) => [field, (record as Values)[field] ?? null]));

const animalFields = ['name', 'breed', 'color', 'notes', 'saleDescription'];
const breedingFields = ['notes', 'actualBirthDate', 'outcome'];
const profileFields = ['farmName', 'ownerName', 'phone', 'address'];

const subjects: Readonly<Record<string, Subject>> = {
  'an animal': {
    fields: animalFields,
    make: async (person) => (await person.addAnimal({ tagNumber: 'D1' })).id,
    read: async (client, id) => {
      const animal = await client.call('readAnimal', { params: { id } });
      return { values: only(animalFields, animal), version: animal.version };
    },
    write: (client, id, values, version) =>
      client.call('changeAnimal', { params: { id }, body: { ...values, version: Number(version) } }),
  },
  'a breeding record': {
    fields: breedingFields,
    make: async (person) => {
      const add = async (sex: 'male' | 'female') => (await person.addAnimal({ tagNumber: sex, sex })).id;
      const pair = { fatherId: await add('male'), motherId: await add('female') };
      return (await person.call('addBreedingRecord', { body: { ...pair, breedingDate: '2026-01-05' } })).id;
    },
    read: async (client, id) => {
      const record = (await client.call('listBreedingRecords')).find((one) => one.id === id);
      return { values: only(breedingFields, record ?? {}), version: record?.version ?? '' };
    },
    write: (client, id, values, version) =>
      client.call('changeBreedingRecord', { params: { id }, body: { ...values, version: String(version) } }),
  },
  'a profile': {
    fields: profileFields,
    make: async () => '',
    read: async (client) => {
      const user = await client.call('currentUser', {});
      return { values: only(profileFields, user), version: user.profileVersion };
    },
    write: (client, _, values, version) => client.call('changeProfile', { body: { ...values, version: String(version) } }),
  },
};

const valueOf: Readonly<Record<string, fc.Arbitrary<string | null>>> = {
  actualBirthDate: fc.constantFrom(null, '2026-06-01', '2026-06-02', '2026-06-03'),
  outcome: fc.constantFrom('pending', 'successful', 'unsuccessful'),
};
const someOf = (fields: readonly string[]) =>
  fc.record(Object.fromEntries(fields.map((field) => [field, valueOf[field] ?? fc.constantFrom(null, 'Ada', 'Bea', 'Cleo')])), {
    requiredKeys: [],
  });

const stale = {
  status: 409,
  code: 'record.stale',
  message: 'This record has been changed elsewhere. Check what was changed, then save again.',
};

async function second(server: TestServer, { username, password }: Person): Promise<Client> {
  const client = new Client(server.app);
  await client.call('login', { body: { username, password } });
  return client;
}

describeOnEachEngine({ name: 'two people at once', usually: 'both' }, (server) => {
  test.each(Object.entries(subjects))('no field of %s changes that neither of them touched', async (_, subject) => {
    const ada = await server().register();
    const bob = await second(server(), ada);
    const id = await subject.make(ada);
    const mergeFields: readonly MergeField<Values>[] = subject.fields.map((field) => ({ label: field, fields: [field] }));
    const touched = someOf(subject.fields);
    await fc.assert(
      fc.asyncProperty(touched, touched, fc.subarray([...subject.fields]), async (hers, his, wanted) => {
        const opened = await subject.read(ada, id);
        const base = opened.values;
        await subject.write(ada, id, hers as Values, opened.version);
        const [ours, mine] = [hers, his].map((sent) => ({ ...base, ...sent }) as Values) as [Values, Values];
        // The whole form is sent, as a client may do that does not track changed fields.
        const saved = await subject.write(bob, id, mine, opened.version).then(
          () => true,
          (error: unknown) => {
            expect(error).toMatchObject(stale);
            return false;
          },
        );
        if (!saved) {
          const fresh = await subject.read(bob, id);
          const merge = mergeThreeWays(mergeFields, { base, mine, theirs: fresh.values });
          const theirs = merge.conflicts.filter(({ label }) => wanted.includes(label));
          await subject.write(bob, id, withMergeFields(merge.values, fresh.values, theirs), fresh.version);
        }
        const { values } = await subject.read(ada, id);
        for (const field of subject.fields) {
          const [isHers, isHis] = [ours[field] !== base[field], mine[field] !== base[field]];
          const standing = isHis && !(isHers && wanted.includes(field)) ? mine : ours;
          expect([field, values[field]]).toEqual([field, standing[field]]);
        }
      }),
      { numRuns: 20 },
    );
  });
});
