import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type TestServer } from '#test/engines.ts';
import { createWebDir } from '#test/web-dir.ts';

const webDir = createWebDir('<head><meta name="description" content="The product." /><title>Product</title></head>');

const offer = async (server: TestServer, given: object = {}, farmName = 'Sunny Acres') => {
  const farmer = await server.register({ email: 'private@example.org' });
  await farmer.call('changeProfile', { body: { farmName } });
  const { id } = await farmer.addAnimal({ tagNumber: 'MJ02', forSale: true, salePrice: 1250, ...given });
  return { farmer, id };
};

const attributes = (html: string, name: string): string | undefined =>
  new RegExp(`<(?:meta (?:name|property)|link rel)="${name}" (?:content|href)="([^"]*)"`).exec(html)?.[1];

const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '') as Record<string, unknown>;

describeOnEachEngine(
  'a listing’s page',
  (server) => {
    const page = (path: string) => server().send({ method: 'GET', url: path });

    test('has metadata for search engines and chat previews in its first HTML, with the farm and not the person', async () => {
      const { farmer, id } = await offer(server(), { name: 'Bella', breed: 'Boer', saleDescription: 'A quiet\nmilker' });
      const { payload, headers } = await page(`/for-sale/${id}`);
      expect(headers['x-robots-tag']).toBeUndefined();
      expect(payload.match(/<title>.*<\/title>/g)).toEqual(['<title>Bella, Boer female goat for $1,250 · Bellwether</title>']);
      expect(payload.match(/name="description"/g)).toHaveLength(1);
      expect(payload).not.toMatch(new RegExp(`private@example|${farmer.username}`));
      const [name, description] = ['Bella, Boer female goat for $1,250', 'A quiet milker – Offered by Sunny Acres'];
      const url = `https://farm.example.org/for-sale/${id}`;
      const shown = ['description', 'og:title', 'canonical', 'og:url'].map((each) => attributes(payload, each));
      expect(shown).toEqual([description, name, url, url]);
      const seller = { '@type': 'Organization', name: 'Sunny Acres' };
      const price = { price: '1250.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' };
      const product = { '@context': 'https://schema.org', '@type': 'Product', name, description, sku: 'MJ02', category: 'goat' };
      expect(dataOf(payload)).toEqual({ ...product, offers: { '@type': 'Offer', ...price, url, seller } });
    });

    test('whatever is written in it stays text: nothing can become an element, an attribute or a script', async () => {
      const evil = `</title></script><script>alert(1)</script>" onload='x' & $& $\` \u2028`;
      const { id } = await offer(server(), { name: evil.slice(0, 90), saleDescription: evil, breed: '<b>' }, '<i>"Farm"</i>');
      const { payload } = await page(`/for-sale/${id}`);
      expect(payload.match(/<script/g)).toHaveLength(1);
      expect(payload).not.toMatch(/<[bi]>|<\/script><\/script>/);
      expect(String(dataOf(payload)['name'])).toContain('</title></script><script>alert(1)</script>');
      expect(payload.match(/<\/title>/g)).toHaveLength(1);
    });

    test('of an animal that is sold or unknown, or with an invalid id, answers 404 with the page', async () => {
      const { farmer, id } = await offer(server());
      await farmer.changeAnimal(id, { status: 'sold' });
      for (const path of [`/for-sale/${id}`, `/for-sale/${uuidv7()}`, '/for-sale/x', '/for-sale/%3Cscript%3E']) {
        const { statusCode, payload } = await page(path);
        expect([path, statusCode, payload.includes('<title>Product</title>')]).toEqual([path, 404, true]);
      }
    });
  },
  { env: { PUBLIC_URL: 'https://farm.example.org' }, webDir },
);
