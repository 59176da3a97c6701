import { unzipSync } from 'fflate';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { NewPaper } from '#contract/papers.ts';
import { buildZip } from '#test/archives.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const buyer = { name: 'Hill Farm', address: '1 Long Lane\nMoville', phone: '+1 555 0100', holding: 'IA0042' };

describeOnEachEngine('receipts and movement documents', (server) => {
  const farmer = () => server().register({ plan: 'basic' });
  const sell = async (person: Person, tags: readonly string[], { day = '2026-05-01' } = {}) => {
    await server().nameSeller(person);
    const sales = [];
    for (const tagNumber of tags) {
      const { id: animalId } = await person.addAnimal({ tagNumber, species: 'sheep', birthDate: '2024-03-01' });
      sales.push({ id: uuidv7(), kind: 'sale', animalId, day, price: 250, buyer: 'Hill Farm' });
    }
    await person.record(...sales);
    return sales;
  };
  const idsOf = (sales: readonly { id: string }[]) => sales.map(({ id }) => id);
  const issue = (person: Person, eventIds: string[], more: Partial<NewPaper> = {}) =>
    person.call('issuePaper', { body: { kind: 'receipt', eventIds, buyer, ...more } });

  test('contain seller, buyer and animals with all numbers and withdrawals, prices only on the receipt, and no total without all of them', async () => {
    const person = await farmer();
    const profile = { farmName: 'Low Farm', ownerName: 'Ada', phone: '+1 555 0199', address: 'Valley' };
    await person.call('changeProfile', { body: profile });
    const { id: animalId } = await person.addAnimal({ sex: 'male' });
    await person.call('addAnimalTag', { body: { animalId, kind: 'eid', number: '826071339300045' } });
    await person.call('addAnimalTag', { body: { animalId, kind: 'official', number: 'OLD-1', toDay: '2026-04-30' } });
    const withdrawals = [{ product: 'meat', days: 28 }];
    await person.record({ kind: 'treatment', animalId, day: '2026-04-20', productName: 'Drench', withdrawals });
    const [sale = expect.fail()] = await person.record({ kind: 'sale', animalId, price: 99.5, buyer: 'Hill', reason: 'Bred on' });
    const transport = { holding: 'IA0001', haulier: 'Own trailer', destination: 'Moville' };
    const animal = {
      tagNumber: 'A-1',
      price: 99.5,
      numbers: [{ kind: 'eid', number: '826071339300045' }],
      withheld: [{ product: 'meat', clearOn: '2026-05-18', notRecordedOn: null }],
      // The seller's own note stays with the seller.
      reason: null,
    };
    const seller = { name: 'Low Farm, Ada', address: 'Valley', phone: '+1 555 0199', holding: 'IA0001' };
    const head = { label: 'R-2026-1', day: '2026-05-01', party: 'Hill Farm', total: 99.5, issuedBy: 'Ada' };
    expect(await issue(person, [sale.id], transport)).toMatchObject({
      ...head,
      content: { seller, buyer, haulier: 'Own trailer', destination: 'Moville', animals: [animal] },
    });
    const movement = await issue(person, [sale.id], { kind: 'movement' });
    expect(movement).toMatchObject({ label: 'M-2026-1', total: null, content: { animals: [{ tagNumber: 'A-1', price: null }] } });
    const [unpriced = expect.fail()] = await person.record({ kind: 'sale', animalId: (await person.addAnimal()).id });
    const other = await sell(person, ['A-2']);
    expect(await issue(person, [...idsOf(other), unpriced.id])).toMatchObject({ total: null, animalCount: 2 });
  });

  test('name the seller with the address, and are refused without', async () => {
    const person = await farmer();
    const [sale] = await sell(person, ['A-1']);
    for (const lacking of [{ address: '' }, { farmName: '', address: 'Valley' }]) {
      await person.call('changeProfile', { body: lacking });
      for (const kind of ['receipt', 'movement'] as const)
        await expect(issue(person, [sale?.id ?? ''], { kind })).rejects.toMatchObject({ code: 'papers.lacks_seller' });
    }
    await person.call('changeProfile', { body: { ownerName: 'Ada' } });
    expect(await issue(person, [sale?.id ?? ''])).toMatchObject({ label: 'R-2026-1', content: { seller: { name: 'Ada' } } });
  });

  test('are numbered for each farm, kind and year, even if issued concurrently', async () => {
    const person = await farmer();
    const sales = await sell(person, ['A-1', 'A-2', 'A-3']);
    const [earlier] = await sell(person, ['B-1'], { day: '2025-12-30' });
    const papers = await Promise.all(sales.map(({ id }) => issue(person, [id])));
    expect(papers.map(({ label }) => label).toSorted()).toEqual([1, 2, 3].map((n) => `R-2026-${n}`));
    expect(await issue(person, [earlier?.id ?? ''])).toMatchObject({ label: 'R-2025-1' });
    expect(await issue(person, idsOf(sales), { kind: 'movement' })).toMatchObject({ label: 'M-2026-1', animalCount: 3 });
    const other = await farmer();
    const [sale] = await sell(other, ['C-1']);
    expect(await issue(other, [sale?.id ?? ''])).toMatchObject({ label: 'R-2026-1' });
  });

  test('do not change when the animals change or are deleted', async () => {
    const person = await farmer();
    const [sale] = await sell(person, ['A-1']);
    const paper = await issue(person, [sale?.id ?? '']);
    await person.changeAnimal(sale?.animalId ?? '', { tagNumber: 'Z-9', birthDate: null });
    await person.call('changeProfile', { body: { farmName: 'Another name' } });
    expect(await person.call('readPaper', { params: { id: paper.id } })).toEqual(paper);
    await person.call('deleteAnimal', { params: { id: sale?.animalId ?? '' } });
    expect(await person.call('readPaper', { params: { id: paper.id } })).toEqual(paper);
  });

  test('are cancelled with a reason and replaced, and no sale has two valid ones', async () => {
    const person = await farmer();
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
    const person = await farmer();
    const [a, b] = [await sell(person, ['A-1']), await sell(person, ['B-1'], { day: '2026-05-02' })];
    const undone = await sell(person, ['C-1']);
    await person.voidEvent(undone[0]?.id ?? '');
    for (const ids of [idsOf([...a, ...b]), [uuidv7()], idsOf(undone)])
      await expect(issue(person, ids)).rejects.toMatchObject({ errors: [{ path: 'eventIds' }] });
  });

  test('name their animals that are on the farm without a sale on the day, until they are cancelled', async () => {
    const person = await farmer();
    const [a, b] = await sell(person, ['A-1', 'A-2']);
    const paper = await issue(person, [a?.id ?? '', b?.id ?? '']);
    await sell(person, ['A-3']);
    const unsold = async () => (await person.call('listPapers')).map(({ unsoldTags }) => unsoldTags);
    expect(await unsold()).toEqual([[]]);
    await person.voidEvent(a?.id ?? '');
    expect(await unsold()).toEqual([['A-1']]);
    const again = { id: uuidv7(), kind: 'sale', animalId: a?.animalId, day: '2026-05-02' };
    await person.record(again);
    expect(await unsold()).toEqual([[]]);
    await person.voidEvent(again.id);
    expect(await person.call('readPaper', { params: { id: paper.id } })).toMatchObject({ unsoldTags: ['A-1'] });
    await person.call('cancelPaper', { params: { id: paper.id }, body: { reason: 'Fell through' } });
    expect(await unsold()).toEqual([[]]);
  });

  test.each([
    ['to another buyer', { buyer: 'Low Farm' }, [['R', 'M']]],
    ['at another price', { price: 260 }, [['R']]],
    ['on another day', { day: '2026-05-02' }, [['R', 'M']]],
    ['with a note', { note: 'Paid in cash', buyer: ' hill farm' }, [[]]],
  ])('name the animals whose sale was corrected since: %s', async (_, correction, [kinds]) => {
    const person = await farmer();
    const [sale = expect.fail(), other = expect.fail()] = await sell(person, ['A-1', 'A-2']);
    for (const kind of ['receipt', 'movement'] as const) await issue(person, [sale.id, other.id], { kind });
    await person.call('replaceEvent', { params: { id: sale.id }, body: { ...sale, id: uuidv7(), ...correction } as never });
    const papers = await person.call('listPapers');
    const corrected = papers.filter(({ correctedTags }) => correctedTags.join(' ') === 'A-1').map(({ label }) => label[0]);
    expect(new Set(corrected)).toEqual(new Set(kinds));
    expect(papers.flatMap(({ unsoldTags }) => unsoldTags)).toEqual([]);
  });

  test('are found by number, other party, tag and EID, sorted by the day of the sale, page by page', async () => {
    const person = await farmer();
    const sales = await sell(person, ['A-1', 'A-2', 'B_1']);
    await person.call('addAnimalTag', { body: { animalId: sales[1]?.animalId ?? '', kind: 'eid', number: '826071339300045' } });
    for (const { id } of sales) await issue(person, [id]);
    const [late] = await sell(person, ['C-1'], { day: '2026-06-01' });
    await issue(person, [late?.id ?? ''], { buyer: { ...buyer, name: 'O’Neill' } });
    const labels = async (query: { search?: string; day?: string }) =>
      (await person.call('listPapers', { query })).map(({ label }) => label);
    for (const [query, found] of [
      [{ search: 'hill a-1' }, [1]],
      [{ search: '9300045' }, [2]],
      [{ search: 'B_1' }, [3]],
      [{ search: 'o’neill' }, [4]],
      [{ day: '2026-05-01' }, [3, 2, 1]],
    ] as const)
      expect([query, await labels(query)]).toEqual([query, found.map((n) => `R-2026-${n}`)]);
    expect((await person.pages('/api/papers?limit=3')).map((page) => page.length)).toEqual([3, 1]);
  });

  test('of another farm cannot be replaced', async () => {
    const [ada, bob] = [await farmer(), await farmer()];
    const [sale] = await sell(ada, ['A-1']);
    const { id } = await issue(ada, [sale?.id ?? '']);
    const [own] = await sell(bob, ['B-1']);
    const replaced = issue(bob, [own?.id ?? ''], { replaces: { id, reason: 'Mine' } });
    await expect(replaced).rejects.toMatchObject({ status: 404, code: 'papers.not_found' });
  });

  test('are archived, and imported with their numbers if these are free', async () => {
    const person = await farmer();
    const [sale] = await sell(person, ['A-1']);
    const wrong = await issue(person, [sale?.id ?? '']);
    const right = await issue(person, [sale?.id ?? ''], { replaces: { id: wrong.id, reason: 'Typed wrong' } });
    const { rawPayload } = await person.send({ method: 'GET', url: '/api/archive' });
    const heir = await farmer();
    const [taken] = await sell(heir, ['H-1']);
    await issue(heir, [taken?.id ?? '']);
    const zip = new Uint8Array(rawPayload);
    expect(await heir.bringArchive(zip)).toMatchObject({ papers: { added: 2, alreadyThere: 0 } });
    expect(await heir.bringArchive(zip)).toMatchObject({ papers: { added: 0, alreadyThere: 2 } });
    const papers = await heir.call('listPapers', { query: {} });
    expect(papers.map(({ label }) => label).toSorted()).toEqual(['R-2026-1', 'R-2026-1', 'R-2026-2']);
    const copy = papers.find(({ label }) => label === 'R-2026-2');
    const { content } = await heir.call('readPaper', { params: { id: copy?.id ?? '' } });
    expect(content).toMatchObject({ ...right.content, animals: [{ tagNumber: 'A-1' }] });
    const [more] = await sell(heir, ['H-2']);
    expect(await issue(heir, [more?.id ?? ''])).toMatchObject({ label: 'R-2026-3' });
  });

  test('with what PostgreSQL cannot store are not imported', async () => {
    const [person, heir] = [await farmer(), await farmer()];
    const [sale] = await sell(person, ['A-1']);
    await issue(person, [sale?.id ?? '']);
    const { rawPayload } = await person.send({ method: 'GET', url: '/api/archive' });
    const text = new TextDecoder().decode(unzipSync(new Uint8Array(rawPayload))['farm.json']);
    for (const [from, to] of [
      ['"number":1', `"number":${2 ** 31 - 1}`],
      ['"tagNumber":"A-1"', String.raw`"tagNumber":"A\u0000"`],
      ['"label":"R-2026-1"', String.raw`"label":"R\u0000"`],
      ['"tagNumber":"A-1"', String.raw`"tagNumber":"\ud800"`],
    ] as const) {
      const { papers, ...farm } = JSON.parse(text) as { papers: object[] };
      const changed = JSON.stringify(papers).replace(from, to);
      expect(changed).not.toBe(JSON.stringify(papers));
      const zip = await buildZip([['farm.json', JSON.stringify(farm).replace(/}$/, `,"papers":${changed}}`)]]);
      await expect(heir.bringArchive(zip), to).rejects.toMatchObject({ status: 400 });
    }
  });
});
