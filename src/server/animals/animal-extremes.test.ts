import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, isStorable, joinLines } from '#domain/values/text.ts';
import { codePointLength } from '#domain/values/text-length.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { longTest } from '#test/long-run.ts';

const doe = { tagNumber: 'G-1', species: 'goat', sex: 'female' } as const;
const send = (farmer: Person, body: unknown) => farmer.send({ method: 'POST', url: '/api/animals', payload: body as object });

const lengths = { tagNumber: 100, name: 100, breed: 100, color: 100, notes: 2000, saleDescription: 2000 } as const;
const ofSeveralLines = new Set<string>(['notes', 'saleDescription']);
const textFields = Object.keys(lengths) as (keyof typeof lengths)[];

describeOnEachEngine('extremes of an animal', (server) => {
  longTest('every text is stored exactly as cleaned, or refused if it is too long or cannot be stored', async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    const { id } = await farmer.addAnimal();
    const utf16 = fc.array(fc.nat(0xffff), { maxLength: 30 }).map((units) => String.fromCharCode(...units));
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), utf16);
    const expectKeptOrRefused = async (field: keyof typeof lengths, text: string) => {
      const response = await farmer.send({ method: 'PATCH', url: `/api/animals/${id}`, payload: { [field]: text } });
      const kept = ofSeveralLines.has(field) ? cleanText(text) : joinLines(cleanText(text));
      const isGood = isStorable(text) && codePointLength(kept) <= lengths[field] && !(field === 'tagNumber' && kept === '');
      if (isGood) {
        expect(response.statusCode, response.payload).toBe(200);
        expect(await farmer.call('readAnimal', { params: { id } })).toMatchObject({ [field]: kept || null });
      } else expect(response.json()).toMatchObject({ status: 400, errors: [{ path: field }] });
    };
    for (const field of textFields) {
      for (const letter of ['x', 'é', '\u{1F411}', 'e\u0301']) {
        await expectKeptOrRefused(field, letter.repeat(lengths[field] / codePointLength(letter)));
        await expectKeptOrRefused(field, `${letter.repeat(lengths[field] / codePointLength(letter))}x`);
      }
    }
    await fc.assert(fc.asyncProperty(fc.constantFrom(...textFields), anyText, expectKeptOrRefused), { numRuns: 100 });
  });

  test('a field of a wrong type is refused with its path (ASVS 15.3.5)', async () => {
    const farmer = await server().register();
    const wrong: unknown[] = [1e300, true, {}, [], ['x'], { toString: 'x' }];
    for (const field of textFields) {
      for (const value of wrong) {
        const response = await send(farmer, { ...doe, [field]: value });
        expect(response.statusCode).toBe(400);
        expect(response.json<{ errors: { path: string }[] }>().errors.map(({ path }) => path)).toEqual([field]);
      }
    }
    for (const [field, values] of Object.entries({
      species: ['cow', '', null, 'Goat'],
      sex: ['wether', null],
      status: ['Active', 1],
      healthStatus: ['0', '6', 7],
      vaccinated: ['yes', 2],
      forSale: ['yes', -1],
      isReference: ['no'],
      motherId: ['x', 7, '00000000'],
      birthYear: ['1066', true],
      birthWeightGrams: [0, -1, 1.5, 500_001, 'three'],
      weaningAgeDays: [0, 1001],
      id: ['1', 7],
    })) {
      for (const value of values) {
        const response = await send(farmer, { ...doe, [field]: value });
        expect([field, value, response.statusCode]).toEqual([field, value, 400]);
      }
    }
    for (const body of [[], null, 7, 'x', [doe], '{"__proto__":{"tagNumber":"x"}}']) {
      expect((await send(farmer, body)).statusCode).toBeGreaterThanOrEqual(400);
      expect((await send(farmer, body)).statusCode).toBeLessThan(500);
    }
    expect(await farmer.call('listAnimals')).toEqual([]);
  });

  test('a price is stored to the cent or refused', async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    const { id } = await farmer.addAnimal();
    const good: [unknown, number | null][] = [
      [0, 0],
      ['0', 0],
      ['', null],
      [null, null],
      ['0.01', 0.01],
      [0.29, 0.29],
      [1.1, 1.1],
      ['1234.5', 1234.5],
      ['999999.99', 999_999.99],
      [1_000_000, 1_000_000],
      [' 12 ', 12],
    ];
    for (const [sent, kept] of good) {
      const animal = await farmer.call('changeAnimal', { params: { id }, body: { salePrice: sent as string } });
      expect([animal.salePrice, animal.forSalePrice]).toEqual([kept, kept]);
    }
    const bad = [-5, '-5', '1,200.50', '1e9', 1e9, 'NaN', 0.1 + 0.2, '1.005', 1_000_000.01, '١', '0x10', 'free', true, [], {}];
    for (const sent of bad) {
      for (const field of ['salePrice', 'forSalePrice']) {
        const response = await farmer.send({ method: 'PATCH', url: `/api/animals/${id}`, payload: { [field]: sent } });
        expect([sent, response.statusCode]).toEqual([sent, 400]);
        expect(response.json<{ errors: { path: string }[] }>().errors[0]?.path).toBe(field);
      }
    }
    const infinite = await farmer.send({
      method: 'PATCH',
      url: `/api/animals/${id}`,
      headers: { 'content-type': 'application/json' },
      payload: '{"salePrice":1e400}',
    });
    expect(infinite.statusCode).toBe(400);
    expect(await farmer.call('readAnimal', { params: { id } })).toMatchObject({ salePrice: 12 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 100_000_000 }), async (cents) => {
        const { salePrice } = await farmer.call('changeAnimal', { params: { id }, body: { salePrice: cents / 100 } });
        expect(salePrice).toBe(cents / 100);
      }),
      { numRuns: 60 },
    );
  });

  test('a pedigree URL is http or https and normalized, or refused (ASVS 1.2.2)', async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    const { id } = await farmer.addAnimal();
    const change = (pedigreeUrl: string) => farmer.send({ method: 'PATCH', url: `/api/animals/${id}`, payload: { pedigreeUrl } });
    for (const [sent, kept] of [
      ['https://example.org', 'https://example.org/'],
      ['HTTP://Example.ORG/Ä', 'http://example.org/%C3%84'],
      ['', null],
    ]) {
      expect((await change(sent ?? '')).json()).toMatchObject({ pedigreeUrl: kept });
    }
    for (const sent of [
      'javascript:alert(1)',
      'JaVa\tscript:alert(1)',
      ' data:text/html,x',
      'vbscript:x',
      '//evil.example',
      'https://user:secret@example.org',
      'ftp://example.org',
      'example.org',
      'https://',
      `https://example.org/${'x'.repeat(2048)}`,
      `https://example.org/${'ä'.repeat(1000)}`,
      'https://example.org/\u0000',
    ]) {
      expect([sent.slice(0, 40), (await change(sent)).statusCode]).toEqual([sent.slice(0, 40), 400]);
    }
  });
});
