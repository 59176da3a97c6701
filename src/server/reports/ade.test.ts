import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

/** What the public schemas of ICAR ADE say of these resources. */
const identifier = z.strictObject({ id: z.string().min(1), scheme: z.string().regex(/^[a-z]+(?:\.[a-z\d-]+)+$/) });
const moment = z.iso.datetime();
const specie = z.enum(['Goat', 'Sheep']);
const gender = z.enum(['Female', 'Male', 'MaleNeuter']);
const mass = z.strictObject({
  measurement: z.number().positive(),
  units: z.literal('KGM'),
  method: z.enum(['LoadCell', 'Girth', 'Assessed']).optional(),
});
const text = z.string().min(1).optional();
const location = z.strictObject({ id: z.literal('12/345/6789'), scheme: z.string() });
const event = { location, animal: identifier, eventDateTime: moment, responsible: text, remark: text };
const eventOf = <const Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) =>
  z.strictObject({ resourceType: z.literal(name), ...event, ...fields });
const consignment = z.strictObject({ originAddress: text, destinationAddress: text }).optional();
const deathReason = z.enum(['Unknown', 'Disease', 'Parturition', 'Accident', 'Age', 'Culled', 'Missing', 'Other']).optional();
const calvingEase = z
  .enum(['EasyUnassisted', 'EasyAssisted', 'DifficultExtraAssistance', 'DifficultVeterinaryCare', 'CaesareanOrSurgery'])
  .optional();
const Resource = z.discriminatedUnion('resourceType', [
  z.strictObject({
    resourceType: z.literal('icarAnimalCoreResource'),
    location,
    identifier,
    alternativeIdentifiers: z.array(identifier).optional(),
    specie,
    gender,
    birthDate: moment.optional(),
    primaryBreed: identifier.optional(),
    coatColor: text,
    managementTag: text,
    name: text,
    status: z.enum(['Alive', 'Dead', 'OffFarm']),
    parentage: z
      .array(
        z.strictObject({ parentOf: identifier, gender: z.enum(['Female', 'Male']), relation: z.literal('Genetic'), identifier }),
      )
      .optional(),
  }),
  eventOf('icarReproParturitionEventResource', {
    liveProgeny: z.int(),
    totalProgeny: z.int(),
    calvingEase,
    progenyDetails: z.array(
      z.strictObject({
        resourceType: z.string(),
        specie,
        gender,
        managementTag: text,
        name: text,
        birthStatus: z.enum(['Alive', 'Stillborn', 'DiedBeforeTaggingDate']),
        birthWeight: mass.optional(),
      }),
    ),
  }),
  eventOf('icarMovementArrivalEventResource', { arrivalReason: z.enum(['Purchase', 'AgistmentReturn']), consignment }),
  eventOf('icarMovementDepartureEventResource', { departureKind: z.enum(['Sale', 'Slaughter', 'Agistment']), consignment }),
  eventOf('icarMovementDeathEventResource', { deathReason, explanation: text, disposalReference: text }),
  eventOf('icarWeightEventResource', { weight: mass }),
]);

async function fill(person: Person): Promise<void> {
  const animal = async (tagNumber: string, more: object) => (await person.addAnimal({ tagNumber, species: 'sheep', ...more })).id;
  const eve = await animal('0045', { name: 'Eve', breed: 'Suffolk', birthDate: '2021-02-03', color: 'Black face' });
  const ram = await animal('R1', { sex: 'male', birthDate: '2020-02-03' });
  const wether = await animal('W1', { sex: 'male', isCastrated: true, birthDate: '2024-02-03', motherId: eve, fatherId: ram });
  const gone = await animal('G1', { species: 'goat', birthDate: '2022-02-03' });
  for (const tag of [
    { kind: 'eid', number: '826071339300045' },
    { kind: 'official', number: 'UK 0713393 00045' },
    { kind: 'eid', number: '826071339300011', fromDay: '2021-03-01', toDay: '2024-05-06' },
  ] as const)
    await person.call('addAnimalTag', { body: { animalId: eve, ...tag } });
  const weighed = { weightGrams: 41_500, method: 'tape', time: '07:30', responsible: 'Ann', note: 'wet' };
  const lamb = { id: uuidv7(), tagNumber: 'L1', sex: 'female', state: 'alive', weightGrams: 4100 };
  for (const one of [
    { kind: 'arrival', animalId: ram, day: '2024-01-05', from: 'Hill farm' },
    { kind: 'weighing', animalId: wether, day: '2025-03-04', ...weighed },
    { kind: 'loan', animalId: ram, day: '2025-10-01', to: 'Sam' },
    { kind: 'death', animalId: gone, day: '2025-06-07', cause: 'predator', disposal: 'Pit' },
    { kind: 'sale', animalId: wether, day: '2025-09-01', buyer: 'Ben & Co' },
    { kind: 'birth', animalId: eve, day: '2025-04-01', ease: 2, young: [lamb, { sex: 'male', state: 'stillborn' }] },
  ])
    await person.record(one);
}

describeOnEachEngine('the exchange with societies (ICAR ADE)', (server) => {
  const exported = async (person: Person) =>
    (await person.send({ method: 'GET', url: '/api/export', query: { format: 'json' } })).payload;
  const membersOf = (json: string) =>
    (JSON.parse(json) as { member: unknown[] }).member.map((each) => JSON.stringify(each)).toSorted();

  test('writes resources as its schemas describe them, and reads them into an empty farm without loss', async () => {
    const [person, heir] = [await server().register({ plan: 'enterprise' }), await server().register({ plan: 'enterprise' })];
    await fill(person);
    const farmNumbers = { flock: null, holding: '12/345/6789', premises: null };
    for (const each of [person, heir]) await each.call('changeProfile', { body: { farmNumbers } });
    await expect(person.call('changeProfile', { body: { farmNumbers: { ...farmNumbers, holding: '12' } } })).rejects.toThrow();
    const json = await exported(person);
    const { member } = JSON.parse(json) as { member: unknown[] };
    expect(
      member.flatMap((each) => Resource.safeParse(each).error?.issues.map(({ path, message }) => [path, message, each]) ?? []),
    ).toEqual([]);
    expect(member.length).toBe(5 + 1 + 1 + 2 + 1 + 1 + 1);
    const bringIn = (who: Person, sheet: number) =>
      who.upload('addImport', { name: 'ade.json', bytes: json, fields: { sheet: String(sheet) } });
    const { sheets } = await bringIn(heir, 0);
    expect(sheets.map(({ name }) => name)).toEqual(['Animals', 'Births', 'Arrivals', 'Departures', 'Deaths', 'Weights']);
    for (const who of [heir, person])
      for (const index of sheets.keys()) {
        const staged = await bringIn(who, index);
        const open = staged.questions.filter(({ answer }) => answer === null);
        expect([sheets[index]?.name, open, staged.dryRun?.counts.refused]).toEqual([sheets[index]?.name, [], 0]);
        await who.call('applyImport', { params: { id: staged.id } });
      }
    expect(membersOf(await exported(person))).toEqual(membersOf(json));
    expect(membersOf(await exported(heir))).toEqual(membersOf(json));
    const sheet = async (who: Person) =>
      (await who.send({ method: 'GET', url: '/api/export', query: { format: 'csv', sheet: 'animals' } })).payload;
    const animals = await sheet(person);
    expect(animals).toContain('EID 826071339300011 from 2021-03-01 until 2024-05-06');
    const { id } = await heir.upload('addImport', { name: 'animals.csv', bytes: animals });
    await heir.call('applyImport', { params: { id } });
    expect((await sheet(heir)).split('\r\n').toSorted()).toEqual(animals.split('\r\n').toSorted());
  });
});
