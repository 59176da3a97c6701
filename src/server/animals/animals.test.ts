import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

const doe = { tagNumber: 'G-1', species: 'goat', sex: 'female' } as const;
const buck = { tagNumber: 'G-2', species: 'goat', sex: 'male' } as const;
const today = new Date().toISOString().slice(0, 10);

describeOnEachEngine({ name: 'animals', usually: 'both' }, (server) => {
  test('an animal with only a tag, a species and a sex is active, in good health and not for sale', async () => {
    const farmer = await server().register();
    const animal = await farmer.call('addAnimal', { body: doe });
    expect(animal).toMatchObject({
      ...doe,
      status: 'active',
      healthStatus: '3',
      forSale: false,
      vaccinated: false,
      isReference: false,
      name: null,
      salePrice: null,
      version: 1,
    });
    expect(await farmer.call('readAnimal', { params: { id: animal.id } })).toEqual(animal);
    expect(await farmer.call('listAnimals')).toEqual([animal]);
  });

  test('every field of a new animal is stored as it was sent', async () => {
    const farmer = await server().register();
    const mother = await farmer.call('addAnimal', { body: { ...doe, birthYear: 2019 } });
    const father = await farmer.call('addAnimal', { body: { ...buck, isReference: true } });
    const given = {
      id: uuidv7(),
      tagNumber: 'MJ02',
      name: 'Bella',
      species: 'goat',
      sex: 'female',
      birthDate: '2024-02-29',
      breed: 'Boer',
      color: 'Brown and white',
      motherId: mother.id,
      fatherId: father.id,
      pedigreeUrl: 'https://example.org/p?id=7',
      vaccinated: true,
      notes: 'Two lines\nof notes',
      status: 'sold',
      healthStatus: '5',
      forSale: true,
      salePrice: '1250.50',
      saleDescription: 'A quiet milker',
      birthWeightGrams: 3200,
      weaningWeightGrams: 14_000,
      weaningAgeDays: 84,
      isReference: false,
    } as const;
    const animal = await farmer.call('addAnimal', { body: given });
    expect(animal).toMatchObject({ ...given, salePrice: 1250.5, forSalePrice: 1250.5, birthYear: null });
  });

  test('the list is sorted newest first and excludes reference animals, which have their own list', async () => {
    const farmer = await server().register();
    const kept: string[] = [];
    for (let i = 0; i < 3; i += 1) kept.unshift((await farmer.call('addAnimal', { body: { ...doe, id: uuidv7() } })).id);
    const reference = await farmer.call('addAnimal', { body: { ...buck, isReference: true } });
    expect((await farmer.call('listAnimals')).map(({ id }) => id)).toEqual(kept);
    expect(await farmer.call('listReferenceAnimals')).toEqual([reference]);
  });

  test('the pages linked by the Link header add up to the complete list', async () => {
    const farmer = await server().register();
    for (let i = 0; i < 7; i += 1) await farmer.call('addAnimal', { body: { ...doe, tagNumber: `T${i}` } });
    const complete = await farmer.call('listAnimals');
    const pages: unknown[][] = [];
    let url: string | undefined = '/api/animals?limit=3';
    while (url) {
      const response = await farmer.send({ method: 'GET', url });
      expect(response.statusCode).toBe(200);
      pages.push(response.json());
      url = /^<(.*)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1];
    }
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(complete);
    expect((await farmer.send({ method: 'GET', url: '/api/animals?limit=7' })).headers['link']).toBeUndefined();
    for (const query of ['limit=0', 'limit=x', 'cursor=%00', 'cursor=2026_1', "limit=2&cursor=';--"]) {
      expect((await farmer.send({ method: 'GET', url: `/api/animals?${query}` })).statusCode).toBe(400);
    }
  });

  test('a change writes only the fields that were sent and increments the version', async () => {
    const farmer = await server().register();
    const animal = await farmer.call('addAnimal', { body: { ...doe, name: 'Bella', salePrice: 10 } });
    const changed = await farmer.call('changeAnimal', {
      params: { id: animal.id },
      body: { breed: 'Boer', forSalePrice: '12.30' },
    });
    expect(changed).toEqual({
      ...animal,
      breed: 'Boer',
      salePrice: 12.3,
      forSalePrice: 12.3,
      version: 2,
      updatedAt: changed.updatedAt,
    });
    expect(await farmer.call('changeAnimal', { params: { id: animal.id }, body: { name: '' } })).toMatchObject({ name: null });
  });

  test('a change based on an old version is refused unless it repeats the stored change', async () => {
    const farmer = await server().register();
    const { id, version } = await farmer.call('addAnimal', { body: doe });
    const mine = { params: { id }, body: { name: 'Mine', version } };
    const saved = await farmer.call('changeAnimal', mine);
    expect(await farmer.call('changeAnimal', mine)).toEqual(saved);
    await expect(farmer.call('changeAnimal', { params: { id }, body: { name: 'Yours', version } })).rejects.toMatchObject({
      status: 409,
      code: 'record.stale',
      message: 'This record has been changed elsewhere. Check what was changed, then save again.',
    });
    expect(await farmer.call('readAnimal', { params: { id } })).toEqual(saved);
  });

  test('of concurrent changes based on one version exactly one succeeds', async () => {
    const farmer = await server().register();
    const { id, version } = await farmer.call('addAnimal', { body: doe });
    const names = Array.from({ length: 20 }, (_, i) => `Name ${i}`);
    const results = await Promise.allSettled(
      names.map((name) => farmer.call('changeAnimal', { params: { id }, body: { name, version } })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await farmer.call('readAnimal', { params: { id } })).toMatchObject({ version: version + 1 });
  });

  test('a repeated create returns the stored animal and creates nothing', async () => {
    const farmer = await server().register();
    const body = { ...doe, id: uuidv7(), name: 'Once' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => farmer.call('addAnimal', { body })));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    await farmer.call('changeAnimal', { params: { id: body.id }, body: { name: 'Changed since' } });
    const { name, sex, species, id, tagNumber } = body;
    expect(await farmer.call('addAnimal', { body: { name, sex, species, id: id.toUpperCase(), tagNumber } })).toMatchObject({
      name: 'Changed since',
    });
    expect(await farmer.call('listAnimals')).toHaveLength(1);
  });

  test('a create that reached the cap can still be repeated', async () => {
    const farmer = await server().register();
    for (let i = 0; i < 9; i += 1) await farmer.call('addAnimal', { body: doe });
    const body = { ...doe, id: uuidv7() };
    const tenth = await farmer.call('addAnimal', { body });
    expect(await farmer.call('addAnimal', { body })).toEqual(tenth);
  });

  test('an id that is used for other content, or by another farm, is a conflict', async () => {
    const [farmer, rival] = [await server().register(), await server().register()];
    const body = { ...doe, id: uuidv7() };
    await farmer.call('addAnimal', { body });
    await expect(farmer.call('addAnimal', { body: { ...body, name: 'Other' } })).rejects.toMatchObject({
      status: 409,
      code: 'create.conflict',
    });
    await expect(rival.call('addAnimal', { body })).rejects.toMatchObject({ status: 409, code: 'create.conflict' });
    expect(await rival.call('listAnimals')).toEqual([]);
    expect((await farmer.call('listAnimals')).map(({ name }) => name)).toEqual([null]);
  });

  test('ownership comes from the session, and userId and internal columns in the body are ignored', async () => {
    const [farmer, rival] = [await server().register(), await server().register()];
    const extra = {
      userId: rival.userId,
      farmId: rival.farmId,
      farm_id: rival.farmId,
      version: 99,
      createdAt: '2001-01-01T00:00:00.000Z',
      created_at: '2001-01-01T00:00:00.000Z',
      importId: 'x',
      create_digest: 'x',
      role: 'admin',
    };
    const animal = await farmer.call('addAnimal', { body: { ...doe, ...extra } });
    expect(animal.version).toBe(1);
    expect(animal.createdAt.slice(0, 10)).toBe(today);
    expect(await rival.call('listAnimals')).toEqual([]);
    const { version: _, ...rest } = extra;
    await farmer.call('changeAnimal', {
      params: { id: animal.id },
      body: { ...rest, id: uuidv7(), name: 'Still here' } as object,
    });
    expect(await farmer.call('listAnimals')).toMatchObject([{ id: animal.id, createdAt: animal.createdAt, version: 2 }]);
  });

  test('another farm’s animal is treated like a missing one and stays unchanged', async () => {
    const [farmer, rival] = [await server().register(), await server().register()];
    const animal = await farmer.call('addAnimal', { body: { ...doe, name: 'Secret' } });
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const answers = await Promise.all(
        [animal.id, uuidv7()].map((id) =>
          rival.send({ method, url: `/api/animals/${id}`, ...(method === 'PATCH' && { payload: { name: 'Mine' } }) }),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
      const [theirs, none] = answers.map((answer) => ({ ...answer.json<object>(), requestId: '' }));
      expect(theirs).toEqual(none);
    }
    const other = await rival.call('addAnimal', { body: doe });
    for (const id of [animal.id, uuidv7()]) {
      await expect(rival.call('changeAnimal', { params: { id: other.id }, body: { motherId: id } })).rejects.toMatchObject({
        status: 400,
        errors: [{ path: 'motherId', message: 'Mother not found' }],
      });
    }
    expect(await farmer.call('readAnimal', { params: { id: animal.id } })).toEqual(animal);
  });

  test('the database itself refuses a parent of another farm', async () => {
    const [farmer, rival] = [await server().register(), await server().register()];
    const mine = await farmer.call('addAnimal', { body: doe });
    const theirs = await rival.call('addAnimal', { body: doe });
    const raw = server().db.updateTable('animals').set({ mother_id: theirs.id }).where('id', '=', mine.id);
    await expect(raw.execute()).rejects.toThrow(/foreign key/i);
    await expect(
      server().db.updateTable('animals').set({ mother_id: mine.id }).where('id', '=', mine.id).execute(),
    ).rejects.toThrow(/check/i);
  });

  test('a deleted animal is gone, and its offspring remain without this parent', async () => {
    const farmer = await server().register();
    const [mother, father] = [await farmer.call('addAnimal', { body: doe }), await farmer.call('addAnimal', { body: buck })];
    const kid = await farmer.call('addAnimal', { body: { ...doe, motherId: mother.id, fatherId: father.id } });
    await farmer.call('deleteAnimal', { params: { id: mother.id } });
    expect(await farmer.call('listAnimals')).toMatchObject([
      { id: kid.id, motherId: null, fatherId: father.id, version: 2 },
      { id: father.id, version: 1 },
    ]);
    await expect(farmer.call('deleteAnimal', { params: { id: mother.id } })).rejects.toMatchObject({ code: 'animals.not_found' });
    await farmer.call('deleteAnimal', { params: { id: father.id } });
    expect(await farmer.call('listAnimals')).toMatchObject([{ id: kid.id, motherId: null, fatherId: null }]);
  });

  test('a birth date must be between 1980 and tomorrow', async () => {
    const farmer = await server().register({ plan: 'premium' });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const afterTomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    for (const birthDate of ['1980-01-01', '2000-02-29', today, tomorrow]) {
      expect(await farmer.call('addAnimal', { body: { ...doe, birthDate } })).toMatchObject({ birthDate });
    }
    for (const birthDate of [afterTomorrow, '1979-12-31', '0000-00-00', '2026-02-30', '2025-02-29', '20260101', '2026-1-1']) {
      await expect(farmer.call('addAnimal', { body: { ...doe, birthDate } })).rejects.toMatchObject({
        status: 400,
        errors: [{ path: 'birthDate' }],
      });
    }
    const nextYear = Number(tomorrow.slice(0, 4)) + 1;
    for (const birthYear of [1979, nextYear, 2020.5, 1e20]) {
      await expect(farmer.call('addAnimal', { body: { ...doe, birthYear } })).rejects.toMatchObject({
        status: 400,
        errors: expect.arrayContaining([expect.objectContaining({ path: 'birthYear' })]),
      });
    }
  });

  test('a birth date clears the birth year, and a birth year clears the date', async () => {
    const farmer = await server().register();
    const { id } = await farmer.call('addAnimal', { body: { ...doe, birthYear: 2020 } });
    const change = (body: object) => farmer.call('changeAnimal', { params: { id }, body });
    expect(await change({ birthDate: '2020-05-01' })).toMatchObject({ birthDate: '2020-05-01', birthYear: null });
    expect(await change({ birthYear: 2021 })).toMatchObject({ birthDate: null, birthYear: 2021 });
    expect(await change({ birthDate: null })).toMatchObject({ birthDate: null, birthYear: 2021 });
    expect(await change({ birthYear: null })).toMatchObject({ birthDate: null, birthYear: null });
    expect(await farmer.call('addAnimal', { body: { ...doe, birthDate: '2020-05-01', birthYear: 2020 } })).toMatchObject({
      birthDate: '2020-05-01',
      birthYear: null,
    });
  });

  test('an uploaded picture must be one of the farm itself, and one of another site must have a web address', async () => {
    const [farmer, rival] = [await server().register(), await server().register()];
    const name = `${'ab'.repeat(16)}.webp`;
    await server()
      .db.insertInto('files')
      .values({
        farm_id: farmer.farmId,
        name,
        bytes: 1,
        created_at: new Date().toISOString(),
        stored_at: new Date().toISOString(),
      })
      .execute();
    const imageUrl = `/uploads/${name}`;
    const animal = await farmer.call('addAnimal', { body: { ...doe, imageUrl } });
    expect(animal.imageUrl).toBe(imageUrl);
    const elsewhere = 'https://example.org/a.jpg';
    expect(await farmer.call('addAnimal', { body: { ...doe, imageUrl: elsewhere } })).toMatchObject({ imageUrl: elsewhere });
    const strange = [
      'javascript:alert(1)',
      `/uploads/../uploads/${name}`,
      `/uploads/${name}?x`,
      `//evil${imageUrl}`,
      '/uploads/',
      name,
    ];
    for (const url of strange) {
      await expect(farmer.call('changeAnimal', { params: { id: animal.id }, body: { imageUrl: url } })).rejects.toMatchObject({
        status: 400,
        errors: [{ path: 'imageUrl' }],
      });
    }
    await expect(rival.call('addAnimal', { body: { ...doe, imageUrl } })).rejects.toMatchObject({ status: 400 });
    expect(await farmer.call('changeAnimal', { params: { id: animal.id }, body: { imageUrl: null } })).toMatchObject({
      imageUrl: null,
    });
  });

  test('two animals may share a tag number', async () => {
    const farmer = await server().register();
    await farmer.call('addAnimal', { body: doe });
    await farmer.call('addAnimal', { body: doe });
    expect(await farmer.call('listAnimals')).toHaveLength(2);
  });

  test('without a session nothing can be read, added or changed', async () => {
    const visitor = server().visitor();
    for (const call of [
      visitor.call('listAnimals'),
      visitor.call('addAnimal', { body: doe }),
      visitor.call('deleteAnimal', { params: { id: uuidv7() } }),
    ]) {
      await expect(call).rejects.toMatchObject({ status: 401 });
    }
  });
});
