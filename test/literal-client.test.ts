import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { api, type Api } from '#contract/index.ts';
import type { Method } from '#contract/route.ts';
import { useTestServer, type Person } from '#test/engines.ts';
import { pathFor } from '#test/samples.ts';

type Body = Readonly<Record<string, unknown>>;

/** What the specification sends to a route: all fields. */
interface Specified {
  readonly call: keyof Api;
  readonly by: Person;
  readonly id?: string;
  readonly body: Body;
  readonly required?: string;
  readonly status: 200 | 201;
}

/** Texts that may be sent as numbers. */
const texts: ReadonlySet<string> = new Set(
  `tagNumber name breed color notes saleDescription healthStatus description veterinarian medication dosage
  farmName ownerName phone address monthlyPrice yearlyPrice`.split(/\s+/),
);

/** Other ways in which a client may write a value: days as moments, numbers as text, yes and no as text or as 1 and 0. */
function variantsOf(value: unknown): unknown[] {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return [`${value}T23:30:00.000Z`];
  if (typeof value === 'boolean') return [String(value), Number(value), String(Number(value))];
  return typeof value === 'number' ? [String(value)] : [];
}

const server = useTestServer('sqlite');
let farmer: Person;
let admin: Person;
let customer: Person;
const ids = { doe: '', buck: '', kid: '', record: '', coupon: '', plan: '' };

beforeAll(async () => {
  admin = await server().register({ isAdmin: true });
  farmer = await server().register({ plan: 'enterprise' });
  customer = await server().register({ plan: 'guest' });
  const add = async (body: Body): Promise<string> => (await farmer.addAnimal(body)).id;
  ids.doe = await add({ birthDate: '2021-02-03' });
  ids.buck = await add({ sex: 'male', birthDate: '2021-02-03' });
  ids.kid = await add({ birthDate: '2024-03-01', motherId: ids.doe, fatherId: ids.buck });
  // The withdrawal of what is given at a checkup, which the specified call does not have, is told by medicines of its day.
  const none = { animalId: ids.kid, day: checkup()['date'], withdrawals: [{ product: 'meat', days: 0 }] };
  for (const kind of ['treatment', 'vaccination']) await farmer.record({ ...none, kind, productName: 'X' });
  ids.record = (
    await farmer.call('addBreedingRecord', { body: { fatherId: ids.buck, motherId: ids.doe, breedingDate: '2023-10-03' } })
  ).id;
  ids.coupon = (await admin.call('addCoupon', { body: { code: 'FIRST', discountPercent: 10 } })).id;
  ids.plan = (await admin.call('listAdminPricingPlans')).find(({ planType }) => planType === 'basic')?.id ?? '';
});

const animal = (): Body => ({
  tagNumber: 'G-7',
  name: 'Bella',
  species: 'goat',
  sex: 'female',
  birthDate: '2024-03-01',
  breed: 'Boer',
  color: 'brown',
  motherId: ids.doe,
  fatherId: ids.buck,
  pedigreeUrl: 'https://example.org/pedigree',
  vaccinated: true,
  imageUrl: 'https://example.org/goat.jpg',
  notes: 'Calm',
  status: 'active',
  healthStatus: '4',
  forSale: true,
  salePrice: 120,
  saleDescription: 'Friendly',
});

const breeding = (): Body => ({
  fatherId: ids.buck,
  motherId: ids.doe,
  breedingDate: '2023-10-03',
  expectedDueDate: '2024-03-01',
  actualBirthDate: '2024-03-01',
  offspringIds: [ids.kid],
  notes: 'Seen',
  outcome: 'successful',
});

const checkup = (): Body => ({
  animalId: ids.kid,
  date: '2025-05-01',
  recordType: 'checkup',
  healthStatus: '4',
  description: 'Health checkup - Weight: 80 lbs',
  veterinarian: 'Dr. Hale',
  medication: 'None',
  dosage: '1 ml',
  nextDueDate: '2025-08-01',
  notes: 'Fine',
  cdnt: true,
  hoofsTrimmed: false,
  dewormed: true,
});

const profile = { farmName: 'Hill Farm', ownerName: 'Ada', phone: '5551234', address: '1 Hill Road', logoUrl: null };
const plan = { monthlyPrice: '5.21', yearlyPrice: '50', animalLimit: 50, isActive: true };
const choice = (planType: string): Body => ({ planType, billingCycle: 'yearly', couponCode: undefined });
const coupon = { code: 'SAVE', discountPercent: 15, validUntil: '2099-05-01' };

const specified = (): readonly Specified[] => [
  { call: 'addAnimal', by: farmer, body: animal(), required: 'tagNumber species sex', status: 201 },
  { call: 'changeAnimal', by: farmer, id: ids.kid, body: animal(), status: 200 },
  { call: 'addHealthRecord', by: farmer, body: checkup(), required: 'animalId date healthStatus', status: 201 },
  { call: 'addBreedingRecord', by: farmer, body: breeding(), required: 'fatherId motherId breedingDate', status: 201 },
  { call: 'changeBreedingRecord', by: farmer, id: ids.record, body: breeding(), status: 200 },
  { call: 'changeProfile', by: farmer, body: profile, status: 200 },
  { call: 'selectPlan', by: customer, body: choice('guest'), required: 'planType billingCycle', status: 200 },
  { call: 'createCheckoutSession', by: customer, body: choice('premium'), required: 'planType billingCycle', status: 200 },
  { call: 'addCoupon', by: admin, body: coupon, required: 'code discountPercent', status: 201 },
  { call: 'switchCoupon', by: admin, id: ids.coupon, body: { isActive: true }, required: 'isActive', status: 200 },
  { call: 'changePricingPlan', by: admin, id: ids.plan, body: plan, required: Object.keys(plan).join(' '), status: 200 },
];

/** A code can be used once. */
const freshCode = (body: Body): Body => (body['code'] ? { code: `S${uuidv7()}` } : {});

async function send({ call, by, id }: Specified, body: Body) {
  const { method, path } = api[call] as { method: Method; path: string };
  const url = pathFor({ path: path as `/${string}` }, { id: id ?? '' });
  const response = await by.send({ method, url, payload: { ...body, ...freshCode(body) } });
  return { status: response.statusCode, answer: response.json<Body>() };
}

let all: readonly Specified[] = [];
const without = (body: Body, field: string): Body => Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

const unstable = new Set(['id', 'createdAt', 'updatedAt', 'version', 'profileVersion', 'code', 'url']);
const stable = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([name]) => !unstable.has(name)));

describe('a client that sends what the specification names', () => {
  beforeAll(() => {
    all = specified();
  });

  test('may send every field of every call, days as moments, numbers as text, yes and no as text or as 1 and 0, and texts as numbers', async () => {
    const refused: unknown[] = [];
    for (const one of all) {
      const whole = await send(one, one.body);
      if (whole.status !== one.status) refused.push([one.call, whole]);
      if (one.by === farmer) expect(whole.answer).toMatchObject(one.body);
      const variants = Object.entries(one.body).flatMap(([field, value]) =>
        variantsOf(value).map((each) => [field, each] as const),
      );
      for (const [field, value] of variants) {
        const sent = await send(one, { ...one.body, [field]: value });
        if (sent.status !== one.status) refused.push([one.call, field, value, sent]);
        else expect([field, stable(sent.answer)]).toEqual([field, stable(whole.answer)]);
      }
      for (const field of Object.keys(one.body).filter((name) => texts.has(name))) {
        const sent = await send(one, { ...one.body, [field]: 3 });
        if (sent.status !== one.status) refused.push([one.call, field, 3, sent]);
        else if (!(field in sent.answer) || String(Number(sent.answer[field])) !== '3') refused.push([field, sent.answer[field]]);
      }
    }
    expect(refused).toEqual([]);
  });

  test("may leave out, send null or send '' for every optional field alike, and is told alike which field is required", async () => {
    const wrong: unknown[] = [];
    for (const one of all) {
      const isNew = api[one.call].method === 'POST';
      for (const field of Object.keys(one.body)) {
        const isRequired = one.required?.split(' ').includes(field) ?? false;
        const absent = await send(one, without(one.body, field));
        const cleared = [await send(one, { ...one.body, [field]: null }), await send(one, { ...one.body, [field]: '' })] as const;
        if (isRequired) {
          const told = isNew ? [absent, ...cleared] : cleared;
          for (const { status, answer } of told) if (status !== 400) wrong.push([one.call, field, status, answer]);
          if (new Set(told.map(({ answer }) => answer['message'])).size > 1) wrong.push([one.call, field, told]);
          continue;
        }
        if (['tagNumber', 'species', 'sex', 'fatherId', 'motherId', 'breedingDate'].includes(field) && !isNew) continue;
        for (const sent of [absent, ...cleared]) if (sent.status !== one.status) wrong.push([one.call, field, sent]);
        expect([one.call, field, stable(cleared[0].answer)]).toEqual([one.call, field, stable(cleared[1].answer)]);
        if (isNew) expect([one.call, field, stable(cleared[0].answer)]).toEqual([one.call, field, stable(absent.answer)]);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("may send offspring with empty places, '' for all of them, a price by its other name, and 'unlimited' for a limit", async () => {
    const added = all.find(({ call }) => call === 'addBreedingRecord');
    const changed = all.find(({ call }) => call === 'changePricingPlan');
    if (!added || !changed) throw new Error('They are specified');
    for (const offspringIds of [['', ids.kid, null, ''], [ids.kid]]) {
      expect((await send(added, { ...added.body, offspringIds })).answer).toMatchObject({ offspringIds: [ids.kid] });
    }
    for (const offspringIds of ['', null, ['', '']]) {
      expect((await send(added, { ...added.body, offspringIds })).answer).toMatchObject({ offspringIds: [] });
    }
    const offered = { tagNumber: 'G-8', species: 'goat', sex: 'female', forSalePrice: '99.50' };
    const sent = await farmer.send({ method: 'POST', url: '/api/animals', payload: offered });
    expect(sent.json()).toMatchObject({ salePrice: 99.5 });
    expect((await send(changed, { animalLimit: 'unlimited' })).answer).toMatchObject({ animalLimit: -1 });
    expect((await send(changed, { animalLimit: '50' })).answer).toMatchObject({ animalLimit: 50 });
  });

  test('is told that a record with an id that cannot exist was not found', async () => {
    for (const [by, method, url] of [
      [farmer, 'PATCH', '/api/animals/7'],
      [farmer, 'DELETE', '/api/animals/unknown'],
      [farmer, 'PATCH', '/api/breeding-records/7'],
      [farmer, 'DELETE', '/api/breeding-records/7'],
      [admin, 'PATCH', '/api/admin/coupons/7'],
      [admin, 'DELETE', '/api/admin/users/7'],
    ] as const) {
      expect([url, (await by.send({ method, url, ...(method === 'PATCH' && { payload: {} }) })).statusCode]).toEqual([url, 404]);
    }
  });
});
