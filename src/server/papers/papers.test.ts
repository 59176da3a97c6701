import { unzipSync } from 'fflate';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { NewPaper } from '#contract/papers.ts';
import { buildZip } from '#test/archives.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const buyer = { name: 'Hill Farm', address: '1 Long Lane\nMoville', phone: '+1 555 0100', holding: 'IA0042' };

describeOnEachEngine('receipts and movement documents', (server) => {
  const sell = async (person: Person, tags: readonly string[], { day = '2026-05-01' } = {}) => {
    await server().nameSeller(person);
    const sales = [];
    for (const tagNumber of tags) {
      const { id: animalId } = await person.addAnimal({
        tagNumber,
        name: 'Bella',
        species: 'sheep',
        breed: 'Texel',
        birthDate: '2024-03-01',
      });
      sales.push({ id: uuidv7(), kind: 'sale' as const, animalId, day, price: 250, buyer: 'Hill Farm' });
    }
    await person.call('recordEvents', { body: { events: sales } });
    return sales;
  };
  const idsOf = (sales: readonly { id: string }[]) => sales.map(({ id }) => id);
  const issue = (person: Person, eventIds: string[], more: Partial<NewPaper> = {}) =>
    person.call('issuePaper', { body: { kind: 'receipt', eventIds, buyer, ...more } });

  test('contain seller, buyer and animals with all numbers and withdrawals, and prices only on the receipt', async () => {
    const person = await server().register({ plan: 'basic' });
    await person.call('changeProfile', {
      body: { farmName: 'Low Farm', ownerName: 'Ada', phone: '+1 555 0199', address: 'Valley' },
    });
    const { id: animalId } = await person.addAnimal({ sex: 'male' });
    await person.call('addAnimalTag', { body: { animalId, kind: 'eid', number: '826071339300045' } });
    await person.call('addAnimalTag', { body: { animalId, kind: 'official', number: 'OLD-1', toDay: '2026-04-30' } });
    const withdrawals = [{ product: 'meat' as const, days: 28 }];
    const treated = { id: uuidv7(), kind: 'treatment' as const, animalId, day: '2026-04-20', productName: 'Drench', withdrawals };
    const sale = {
      id: uuidv7(),
      kind: 'sale' as const,
      animalId,
      day: '2026-05-01',
      price: 99.5,
      buyer: 'Hill',
      reason: 'Bred on',
    };
    await person.call('recordEvents', { body: { events: [treated, sale] } });
    const receipt = await issue(person, [sale.id], { holding: 'IA0001', haulier: 'Own trailer', destination: 'Moville' });
    expect(receipt).toMatchObject({
      label: 'R-2026-1',
      day: '2026-05-01',
      party: 'Hill Farm',
      total: 99.5,
      issuedBy: 'Ada',
      content: {
        seller: { name: 'Low Farm, Ada', address: 'Valley', phone: '+1 555 0199', holding: 'IA0001' },
        buyer,
        haulier: 'Own trailer',
        destination: 'Moville',
        animals: [
          {
            tagNumber: 'A-1',
            price: 99.5,
            numbers: [{ kind: 'eid', number: '826071339300045' }],
            withheld: [{ product: 'meat', clearOn: '2026-05-18', notRecordedOn: null }],
            // The seller's own note stays with the seller.
            reason: null,
          },
        ],
      },
    });
    const movement = await issue(person, [sale.id], { kind: 'movement' });
    expect(movement).toMatchObject({ label: 'M-2026-1', total: null, content: { animals: [{ tagNumber: 'A-1', price: null }] } });
  });

  test('have no total if the price of an animal is not recorded', async () => {
    const person = await server().register({ plan: 'basic' });
    const priced = await sell(person, ['A-1']);
    const { id: animalId } = await person.addAnimal({ tagNumber: 'A-2', species: 'sheep' });
    const unpriced = { id: uuidv7(), kind: 'sale' as const, animalId, day: '2026-05-01', price: null, buyer: 'Hill Farm' };
    await person.call('recordEvents', { body: { events: [unpriced] } });
    expect(await issue(person, [...idsOf(priced), unpriced.id])).toMatchObject({ total: null, animalCount: 2 });
  });

  test('name the seller with the address, and are refused without', async () => {
    const person = await server().register({ plan: 'basic' });
    const [sale] = await sell(person, ['A-1']);
    const lacks = { status: 409, code: 'papers.lacks_seller' };
    for (const [farmName, address] of [
      ['Low Farm', ''],
      ['', 'Valley'],
    ] as const) {
      await person.call('changeProfile', { body: { farmName, ownerName: '', address } });
      for (const kind of ['receipt', 'movement'] as const)
        await expect(issue(person, [sale?.id ?? ''], { kind })).rejects.toMatchObject(lacks);
    }
    await person.call('changeProfile', { body: { ownerName: 'Ada' } });
    expect(await issue(person, [sale?.id ?? ''])).toMatchObject({ label: 'R-2026-1', content: { seller: { name: 'Ada' } } });
  });

  test('are numbered for each farm, kind and year, even if issued concurrently', async () => {
    const person = await server().register({ plan: 'basic' });
    const sales = await sell(person, ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6']);
    const [earlier] = await sell(person, ['B-1'], { day: '2025-12-30' });
    const papers = await Promise.all(sales.map(({ id }) => issue(person, [id])));
    expect(papers.map(({ label }) => label).toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `R-2026-${n}`));
    expect(await issue(person, [earlier?.id ?? ''])).toMatchObject({ label: 'R-2025-1' });
    expect(await issue(person, idsOf(sales), { kind: 'movement' })).toMatchObject({ label: 'M-2026-1', animalCount: 6 });
    const other = await server().register({ plan: 'basic' });
    const [sale] = await sell(other, ['C-1']);
    expect(await issue(other, [sale?.id ?? ''])).toMatchObject({ label: 'R-2026-1' });
  });

  test('do not change when the animals change or are deleted', async () => {
    const person = await server().register({ plan: 'basic' });
    const [sale] = await sell(person, ['A-1']);
    const paper = await issue(person, [sale?.id ?? '']);
    await person.call('changeAnimal', { params: { id: sale?.animalId ?? '' }, body: { tagNumber: 'Z-9', name: null } });
    await person.call('changeProfile', { body: { farmName: 'Another name' } });
    expect(await person.call('readPaper', { params: { id: paper.id } })).toEqual(paper);
    await person.call('deleteAnimal', { params: { id: sale?.animalId ?? '' } });
    expect(await person.call('readPaper', { params: { id: paper.id } })).toEqual(paper);
  });

  test('are cancelled with a reason and replaced, and no sale has two valid ones', async () => {
    const person = await server().register({ plan: 'basic' });
    const [sale, other] = await sell(person, ['A-1', 'A-2']);
    const [first, second] = [sale?.id ?? '', other?.id ?? ''];
    const wrong = await issue(person, [first]);
    const message = 'A-1 is already on R-2026-1. Cancel or replace that one.';
    await expect(issue(person, [first, second])).rejects.toMatchObject({ code: 'papers.issued', message });
    const right = await issue(person, [first, second], { replaces: { id: wrong.id, reason: 'One was missing' } });
    expect(right).toMatchObject({ label: 'R-2026-2', replacesId: wrong.id, content: { replaces: 'R-2026-1' } });
    expect(await person.call('readPaper', { params: { id: wrong.id } })).toMatchObject({
      cancelledAt: expect.any(String),
      cancelReason: 'One was missing',
      replacedBy: { id: right.id, label: 'R-2026-2' },
    });
    const cancel = (reason: string) => person.call('cancelPaper', { params: { id: right.id }, body: { reason } });
    const cancelled = await cancel('Sale fell through');
    expect(await cancel('Sale fell through')).toEqual(cancelled);
    await expect(cancel('Another reason')).rejects.toMatchObject({ code: 'papers.cancelled' });
    expect(await issue(person, [first])).toMatchObject({ label: 'R-2026-3' });
    const again = issue(person, [second], { replaces: { id: wrong.id, reason: 'Again' } });
    await expect(again).rejects.toMatchObject({ errors: [{ path: 'replaces.id' }] });
  });

  test('are refused for animals that were not sold, for undone sales, or for sales on different days', async () => {
    const person = await server().register({ plan: 'basic' });
    const [a, b] = [await sell(person, ['A-1']), await sell(person, ['B-1'], { day: '2026-05-02' })];
    const path = 'eventIds';
    await expect(issue(person, [...idsOf(a), ...idsOf(b)])).rejects.toMatchObject({ errors: [{ path }] });
    await expect(issue(person, [uuidv7()])).rejects.toMatchObject({ errors: [{ path }] });
    await person.call('voidEvent', { params: { id: a[0]?.id ?? '' }, body: {} });
    await expect(issue(person, idsOf(a))).rejects.toMatchObject({ errors: [{ path }] });
  });

  test('name their animals that are on the farm without a sale on the day, until they are cancelled', async () => {
    const person = await server().register({ plan: 'basic' });
    const [a, b] = await sell(person, ['A-1', 'A-2']);
    const paper = await issue(person, [a?.id ?? '', b?.id ?? '']);
    await sell(person, ['A-3']);
    const unsold = async () => (await person.call('listPapers')).map(({ unsoldTags }) => unsoldTags);
    expect(await unsold()).toEqual([[]]);
    await person.call('voidEvent', { params: { id: a?.id ?? '' }, body: {} });
    expect(await unsold()).toEqual([['A-1']]);
    const again = (day: string) => ({ id: uuidv7(), kind: 'sale' as const, animalId: a?.animalId ?? '', day });
    const [other, same] = [again('2026-05-02'), again('2026-05-01')];
    await person.call('recordEvents', { body: { events: [other] } });
    expect(await unsold()).toEqual([[]]);
    await person.call('voidEvent', { params: { id: other.id }, body: {} });
    expect(await person.call('readPaper', { params: { id: paper.id } })).toMatchObject({ unsoldTags: ['A-1'] });
    await person.call('recordEvents', { body: { events: [same] } });
    expect(await unsold()).toEqual([[]]);
    await person.call('voidEvent', { params: { id: same.id }, body: {} });
    await person.call('cancelPaper', { params: { id: paper.id }, body: { reason: 'Fell through' } });
    expect(await unsold()).toEqual([[]]);
  });

  test('are found by number, other party, tag and EID, sorted by the day of the sale, page by page', async () => {
    const person = await server().register({ plan: 'basic' });
    const sales = await sell(person, ['A-1', 'A-2', 'B_1']);
    await person.call('addAnimalTag', { body: { animalId: sales[1]?.animalId ?? '', kind: 'eid', number: '826071339300045' } });
    for (const { id } of sales) await issue(person, [id]);
    const [late] = await sell(person, ['C-1'], { day: '2026-06-01' });
    await issue(person, [late?.id ?? ''], { buyer: { ...buyer, name: 'O’Neill' } });
    const labels = async (query: { search?: string; day?: string }) =>
      (await person.call('listPapers', { query })).map(({ label }) => label);
    expect(await labels({})).toEqual(['R-2026-4', 'R-2026-3', 'R-2026-2', 'R-2026-1']);
    expect(await labels({ search: 'hill a-1' })).toEqual(['R-2026-1']);
    expect(await labels({ search: '9300045' })).toEqual(['R-2026-2']);
    expect(await labels({ search: 'B_1' })).toEqual(['R-2026-3']);
    expect(await labels({ search: '%' })).toEqual([]);
    expect(await labels({ search: 'o’neill' })).toEqual(['R-2026-4']);
    expect(await labels({ day: '2026-05-01' })).toHaveLength(3);
    expect((await person.pages('/api/papers?limit=3')).map((page) => page.length)).toEqual([3, 1]);
  });

  test('of another farm cannot be replaced', async () => {
    const [ada, bob] = [await server().register({ plan: 'basic' }), await server().register({ plan: 'basic' })];
    const [sale] = await sell(ada, ['A-1']);
    const { id } = await issue(ada, [sale?.id ?? '']);
    const [own] = await sell(bob, ['B-1']);
    const replaced = issue(bob, [own?.id ?? ''], { replaces: { id, reason: 'Mine' } });
    await expect(replaced).rejects.toMatchObject({ status: 404, code: 'papers.not_found' });
  });

  test('are archived, and imported with their numbers if these are free', async () => {
    const person = await server().register({ plan: 'basic' });
    const [sale] = await sell(person, ['A-1']);
    const wrong = await issue(person, [sale?.id ?? '']);
    const right = await issue(person, [sale?.id ?? ''], { replaces: { id: wrong.id, reason: 'Typed wrong' } });
    const { rawPayload } = await person.send({ method: 'GET', url: '/api/archive' });
    const heir = await server().register({ plan: 'basic' });
    const [taken] = await sell(heir, ['H-1']);
    await issue(heir, [taken?.id ?? '']);
    const file = { name: 'farm.zip', bytes: new Uint8Array(rawPayload) };
    expect(await heir.upload('importArchive', file)).toMatchObject({ papers: { added: 2, alreadyThere: 0 } });
    expect(await heir.upload('importArchive', file)).toMatchObject({ papers: { added: 0, alreadyThere: 2 } });
    const papers = await heir.call('listPapers', { query: {} });
    expect(papers.map(({ label }) => label).toSorted()).toEqual(['R-2026-1', 'R-2026-1', 'R-2026-2']);
    const copy = papers.find(({ label }) => label === 'R-2026-2');
    const { content } = await heir.call('readPaper', { params: { id: copy?.id ?? '' } });
    expect(content).toMatchObject({ ...right.content, animals: [{ tagNumber: 'A-1' }] });
    const [more] = await sell(heir, ['H-2']);
    expect(await issue(heir, [more?.id ?? ''])).toMatchObject({ label: 'R-2026-3' });
  });

  test.each([
    ['"number":1', `"number":${2 ** 31 - 1}`],
    ['"number":1', `"number":${Number.MAX_SAFE_INTEGER}`],
    ['"tagNumber":"A-1"', String.raw`"tagNumber":"A\u0000"`],
    ['"label":"R-2026-1"', String.raw`"label":"R\u0000"`],
    ['"tagNumber":"A-1"', String.raw`"tagNumber":"\ud800"`],
  ])('with %s replaced by what PostgreSQL cannot store, %s, are not imported', async (from, to) => {
    const [person, heir] = [await server().register({ plan: 'basic' }), await server().register({ plan: 'basic' })];
    const [sale] = await sell(person, ['A-1']);
    await issue(person, [sale?.id ?? '']);
    const { rawPayload } = await person.send({ method: 'GET', url: '/api/archive' });
    const text = new TextDecoder().decode(unzipSync(new Uint8Array(rawPayload))['farm.json']);
    const { papers, ...farm } = JSON.parse(text) as { papers: object[] };
    const changed = JSON.stringify(papers).replace(from, to);
    expect(changed).not.toBe(JSON.stringify(papers));
    const bytes = await buildZip([['farm.json', JSON.stringify(farm).replace(/}$/, `,"papers":${changed}}`)]]);
    await expect(heir.upload('importArchive', { name: 'farm.zip', bytes })).rejects.toMatchObject({ status: 400 });
  });
});
