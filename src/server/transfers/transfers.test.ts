import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';
import { expectInvariants } from '#test/invariants.ts';
import { testPicture } from '#test/pictures.ts';

const eid = '826071339300045';
const day = '2026-05-01';

const uploadPicture = async (person: Person, width: number): Promise<string> =>
  (await person.upload('uploadImage', { bytes: await testPicture(width, 30).as('png'), type: 'image/png' })).imageUrl;

/** Creates a ewe with a history and sells her with a movement document. */
async function sellEwe(seller: Person, server: TestServer) {
  await seller.call('changeProfile', { body: { farmName: 'Low Farm', ownerName: 'Ada Seller', phone: '+1 555 0199' } });
  const add = async (fields: object) => (await seller.addAnimal({ species: 'sheep', tagNumber: 'X', ...fields })).id;
  const imageUrl = await uploadPicture(seller, 40);
  const outside = { birthDate: '2018-03-01', notes: 'Bought from Secret Breeder', isReference: true };
  const greatGranddam = await add({ tagNumber: 'GG-1', ...outside });
  const granddam = await add({ tagNumber: 'G-1', birthDate: '2020-03-01', motherId: greatGranddam });
  const dam = await add({ tagNumber: 'D-1', birthDate: '2022-03-01', motherId: granddam });
  await seller.call('addAnimalTag', { body: { animalId: dam, kind: 'registration', number: 'KHSI-7' } });
  const ram = await add({ tagNumber: 'R-1', sex: 'male', birthDate: '2022-02-01' });
  const kin = { motherId: dam, fatherId: ram, birthDate: '2024-03-01', birthWeightGrams: 4000 };
  const ewe = await add({ tagNumber: 'E-1', name: 'Bella', ...kin, imageUrl, notes: 'Private note' });
  await seller.call('addAnimalTag', { body: { animalId: ewe, kind: 'eid', number: eid, fromDay: '2024-04-01' } });
  const { id: placeId } = await seller.call('addPlace', { body: { name: 'Secret field' } });
  const withdrawals = [{ product: 'meat', days: 28 }];
  const hidden = { prescriber: 'Dr Secret', reason: 'Private reason', note: 'Private remark' };
  const lamb = { sex: 'female', state: 'alive', tagNumber: 'L-1', weightGrams: 3900 };
  for (const entry of [
    { kind: 'weighing', weightGrams: 40_000, day: '2026-03-01', responsible: 'Sam Helper' },
    { kind: 'treatment', productName: 'Drench', withdrawals, ...hidden },
    { kind: 'move', placeId },
    { kind: 'note', note: 'Private entry' },
    { kind: 'birth', day: '2026-03-10', young: [lamb] },
  ])
    await seller.record({ animalId: ewe, day: '2026-04-20', ...entry });
  const mating = { motherId: ewe, fatherId: ram, breedingDate: '2026-04-25', notes: 'Private' };
  await seller.call('addBreedingRecord', { body: mating });
  const sale = { id: uuidv7(), kind: 'sale', animalId: ewe, day, price: 317, buyer: 'Hill Farm', reason: 'Bred on' };
  await seller.record(sale);
  await server.nameSeller(seller);
  const paper = { eventIds: [sale.id], buyer: { name: 'Hill Farm' } };
  await seller.call('issuePaper', { body: { kind: 'receipt', ...paper } });
  const movement = await seller.call('issuePaper', { body: { kind: 'movement', ...paper } });
  const make = async (withNotes = false) =>
    (await seller.call('makeTransfer', { body: { paperId: movement.id, withNotes } })).code;
  return { ewe, sale, movement, make };
}

describeOnEachEngine('sold animals', (server) => {
  const farms = async () => {
    const [seller, buyer] = [await server().register({ plan: 'basic' }), await server().register({ plan: 'basic' })];
    return { seller, buyer, ...(await sellEwe(seller, server())) };
  };
  const herdOf = (person: Person) => person.call('listAnimals', { query: {} });

  test('are added to the buyer’s farm with their history, numbers, photo, ancestors and papers; the seller keeps them as sold', async () => {
    const { seller, buyer, ewe, make } = await farms();
    const code = await make();
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
    const offered = await server().call('openTransfer', { body: { code: code.toLowerCase().replaceAll('-', ' ') } });
    const animals = [{ tagNumber: 'E-1', withheld: [{ product: 'meat' }] }];
    expect(offered).toMatchObject({ farmName: 'Low Farm', day, animals });
    expect(JSON.stringify({ ...offered, expiresAt: '' })).not.toMatch(/317|Bred on|Private|Hill Farm/);
    const arrived = await buyer.call('acceptTransfer', { body: { code } });
    expect(arrived).toMatchObject({ animals: [{ tagNumber: 'E-1', name: 'Bella' }], photosLeftOut: 0, ancestors: 4 });
    const [animal = expect.fail(), ...more] = await herdOf(buyer);
    const here = { id: arrived.animals[0]?.id, tagNumber: 'E-1', status: 'active', notes: null, forSale: false };
    expect([animal, more]).toMatchObject([{ ...here, imageUrl: expect.stringMatching(/^\/uploads\//) as string }, []]);
    const numbers = await buyer.call('listAnimalTags', { query: { animalId: animal.id } });
    expect(numbers).toMatchObject([{ kind: 'eid', number: eid, fromDay: '2024-04-01' }]);
    const events = await buyer.call('listEvents', { query: { animalId: animal.id } });
    expect(events.map(({ kind }) => kind).toSorted()).toEqual(['arrival', 'birth', 'treatment', 'weighing', 'weighing']);
    expect(events.find(({ kind }) => kind === 'arrival')).toMatchObject({ day, from: 'Low Farm' });
    const withdrawals = [{ product: 'meat', clearOn: '2026-05-18', notRecordedOn: null }];
    expect((await buyer.call('listAnimalStates'))[0]).toMatchObject({ withdrawals, lastWeightGrams: 40_000 });
    const outside = await buyer.call('listReferenceAnimals', { query: {} });
    expect(outside.map(({ tagNumber }) => tagNumber).toSorted()).toEqual(['D-1', 'G-1', 'GG-1', 'R-1']);
    const pedigree = await buyer.call('readPedigree', { params: { id: animal.id }, query: { generations: 3 } });
    expect(JSON.stringify(pedigree)).toContain('GG-1');
    expect(await buyer.call('listBreedingRecords', { query: {} })).toMatchObject([{ motherId: animal.id, notes: null }]);
    const papers = await buyer.call('listPapers', { query: {} });
    expect(papers.map(({ label }) => label).toSorted()).toEqual(['M-2026-1', 'R-2026-1']);
    for (const paper of papers) expect(paper).toMatchObject({ isReceived: true, party: 'Low Farm, Ada Seller' });
    expect(await seller.call('readAnimal', { params: { id: ewe } })).toMatchObject({ status: 'sold' });
    expect(await seller.call('listEvents', { query: { animalId: ewe } })).toHaveLength(7);
    await expectInvariants(server());
  });

  test('include the photos of their listing in order after the cover, but not its choice of facts', async () => {
    const { seller, buyer, ewe, make } = await farms();
    const { imageUrl: cover } = await seller.call('readAnimal', { params: { id: ewe } });
    const photos = [cover ?? '', await uploadPicture(seller, 36), await uploadPicture(seller, 24)];
    const listing = { photos, clipUrl: 'https://clips.example/1', shared: ['health' as const] };
    await seller.call('changeListingDetails', { params: { id: ewe }, body: listing });
    const arrived = await buyer.call('acceptTransfer', { body: { code: await make() } });
    expect(arrived.photosLeftOut).toBe(0);
    const taken = await buyer.call('readListingDetails', { params: { id: arrived.animals[0]?.id ?? '' } });
    expect(taken).toMatchObject({ clipUrl: null, shared: null });
    const widths: (number | undefined)[] = [];
    for (const url of taken.photos) {
      const { rawPayload } = await buyer.send({ method: 'GET', url });
      widths.push((await sharp(rawPayload).metadata()).width);
    }
    expect(widths).toEqual([40, 36, 24]);
  });

  test('include nothing private of the seller, and notes only if the seller has chosen that', async () => {
    const { seller, buyer, movement, make } = await farms();
    await buyer.call('acceptTransfer', { body: { code: await make() } });
    const everything = async (person: Person) => JSON.stringify(await person.call('readChanges', { query: {} }));
    expect(await everything(buyer)).not.toMatch(/Private|Secret|Sam Helper|L-1|Hill Farm|"price":317/);
    expect(await everything(buyer)).not.toContain(seller.farmId);
    const other = await sellEwe(await server().register({ plan: 'basic' }), server());
    const second = await server().register({ plan: 'basic' });
    await second.call('acceptTransfer', { body: { code: await other.make(true) } });
    const withNotes = await everything(second);
    for (const shown of ['Private note', 'Private entry', 'Private remark', 'Private reason']) expect(withNotes).toContain(shown);
    expect(withNotes).not.toMatch(/Secret|Sam Helper|L-1|Hill Farm/);
    expect(await seller.call('listTransfers', { params: { id: movement.id } })).toMatchObject([{ state: 'accepted' }]);
  });

  test('are refused as a whole if the plan has no room, an EID is in use, or they are no longer sold', async () => {
    const { seller, buyer, sale, make } = await farms();
    await server().setPlan(buyer, 'guest');
    const code = await make();
    const accept = () => buyer.call('acceptTransfer', { body: { code } });
    const ids: string[] = [];
    for (let n = 0; n < 10; n += 1) ids.push((await buyer.addAnimal({ tagNumber: `B-${n}` })).id);
    const full = { code: 'plan.limit_reached', message: expect.stringContaining('This sale has') as string };
    await expect(accept()).rejects.toMatchObject(full);
    await buyer.call('deleteAnimal', { params: { id: ids[0] ?? '' } });
    const { id: tagId } = await buyer.call('addAnimalTag', { body: { animalId: ids[1] ?? '', kind: 'eid', number: eid } });
    const taken = { code: 'transfers.already_here', message: expect.stringContaining('B-1 has the EID of E-1') as string };
    await expect(accept()).rejects.toMatchObject(taken);
    await buyer.call('deleteAnimalTag', { params: { id: tagId } });
    await seller.voidEvent(sale.id);
    await expect(accept()).rejects.toMatchObject({ code: 'transfers.changed' });
    expect(await herdOf(buyer)).toHaveLength(9);
    expect(await buyer.call('listReferenceAnimals', { query: {} })).toEqual([]);
    expect(await buyer.call('listPapers', { query: {} })).toEqual([]);
    await seller.record({ ...sale, id: uuidv7() });
    expect(await accept()).toMatchObject({ animals: [{ tagNumber: 'E-1' }] });
  });

  test('are not transferred with a cancelled paper, nor to the farm that sold them', async () => {
    const { seller, buyer, movement, make } = await farms();
    const code = await make();
    const own = seller.call('acceptTransfer', { body: { code } });
    await expect(own).rejects.toMatchObject({ code: 'transfers.own_farm' });
    await seller.call('cancelPaper', { params: { id: movement.id }, body: { reason: 'Fell through' } });
    await expect(buyer.call('acceptTransfer', { body: { code } })).rejects.toMatchObject({ code: 'transfers.invalid' });
    const made = seller.call('makeTransfer', { body: { paperId: movement.id } });
    await expect(made).rejects.toMatchObject({ code: 'transfers.changed' });
  });

  test('can be downloaded as a file for a buyer without an account here, which any installation imports once', async () => {
    const { seller, buyer, movement } = await farms();
    await seller.call('changeProfile', { body: { weightUnit: 'kg' } });
    const { rawPayload, statusCode } = await seller.send({ method: 'GET', url: `/api/papers/${movement.id}/animals` });
    expect(statusCode).toBe(200);
    const bytes = new Uint8Array(rawPayload);
    const entries = unzipSync(bytes);
    const names = Object.keys(entries).map((name) => name.replace(/photos\/.*/, 'photo'));
    expect(names).toEqual(['README.txt', 'farm.json', 'animals.csv', 'history.csv', 'photo']);
    const text = new TextDecoder().decode(entries['history.csv']);
    expect(text).toContain('2026-04-20,E-1,Treatment');
    expect(text).toContain('2026-03-01,E-1,Weighing,40 kg');
    expect(new TextDecoder().decode(entries['farm.json'])).not.toMatch(/Private|Secret|Sam Helper/);
    const added = { animals: { added: 5 }, papers: { added: 2 }, photosAdded: 1 };
    expect(await buyer.bringArchive(bytes)).toMatchObject(added);
    expect(await buyer.bringArchive(bytes)).toMatchObject({ animals: { added: 0, alreadyThere: 5 } });
    expect(await herdOf(buyer)).toMatchObject([{ tagNumber: 'E-1', status: 'active' }]);
  });
});
