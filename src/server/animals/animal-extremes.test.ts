import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, isStorable, joinLines } from '#domain/values/text.ts';
import { codePointLength } from '#domain/values/text-length.ts';
import { describeOnEachEngine } from '#test/engines.ts';
import { longTest } from '#test/long-run.ts';

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

  test('a price is stored to the cent or refused', async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    const { id } = await farmer.addAnimal();
    const kept = [];
    for (const salePrice of ['0', '', null, '0.01', 0.29, 1_000_000, ' 12 '])
      kept.push((await farmer.changeAnimal(id, { salePrice })).forSalePrice);
    expect(kept).toEqual([0, null, null, 0.01, 0.29, 1_000_000, 12]);
    const headers = { 'content-type': 'application/json' };
    for (const sent of '-5 "1,200.50" "1e9" 1e9 "NaN" 0.30000000000000004 "1.005" 1000000.01 "١" true 1e400'.split(' ')) {
      const payload = `{"forSalePrice":${sent}}`;
      const refused = await farmer.send({ method: 'PATCH', url: `/api/animals/${id}`, headers, payload });
      expect([sent, refused.json()]).toMatchObject([sent, { status: 400, errors: [{ path: 'forSalePrice' }] }]);
    }
    expect(await farmer.call('readAnimal', { params: { id } })).toMatchObject({ salePrice: 12 });
    const isKept = async (cents: number) => (await farmer.changeAnimal(id, { salePrice: cents / 100 })).salePrice === cents / 100;
    await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: 100_000_000 }), isKept), { numRuns: 60 });
  });

  test('a pedigree URL is http or https and normalized, or refused (ASVS 1.2.2)', async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    const { id } = await farmer.addAnimal();
    const { pedigreeUrl: kept } = await farmer.changeAnimal(id, { pedigreeUrl: 'HTTP://Example.ORG/Ä' });
    expect(kept).toBe('http://example.org/%C3%84');
    const schemes = ['javascript:alert(1)', 'JaVa\tscript:alert(1)', ' data:text/html,x', 'ftp://example.org'];
    const partial = ['//evil.example', 'example.org', 'https://', 'https://user:secret@example.org'];
    const long = ['x'.repeat(2048), 'ä'.repeat(1000)].map((path) => `https://example.org/${path}`);
    for (const pedigreeUrl of [...schemes, ...partial, ...long])
      await expect(farmer.changeAnimal(id, { pedigreeUrl }), pedigreeUrl).rejects.toMatchObject({ status: 400 });
  });
});
