import { rmSync } from 'node:fs';
import { uuidv7 } from 'uuidv7';
import { afterAll, expect, test } from 'vitest';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { relist } from '#server/db/listings.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { describeOnEachEngine, type TestServer } from '#test/engines.ts';
import { testPicture } from '#test/pictures.ts';
import { createWebDir } from '#test/web-dir.ts';

const webDir = createWebDir('<head><meta name="description" content="The product." /><title>Product</title></head>');
afterAll(() => rmSync(webDir, { recursive: true, force: true }));

const setPicture = (db: Db, farmId: FarmId, id: string, url: string) =>
  inTransaction(db, async (tx) => {
    await tx.updateTable('animals').set({ image_url: url }).where('id', '=', id).execute();
    await relist(tx, farmId, [id]);
  });

const offer = async (server: TestServer, given: object = {}, farmName: string | null = 'Sunny Acres') => {
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

    test('the list of all listings has metadata and its feed in its first HTML, with any filters', async () => {
      for (const path of ['/for-sale', '/for-sale/?species=goat']) {
        const { statusCode, payload } = await page(path);
        expect(statusCode).toBe(200);
        expect(payload.match(/<title>.*<\/title>/g)).toEqual(['<title>For Sale Marketplace · Bellwether</title>']);
        expect(payload.match(/name="description"/g)).toHaveLength(1);
        expect(attributes(payload, 'og:title')).toBe('For Sale Marketplace');
        expect(attributes(payload, 'canonical')).toBe('https://farm.example.org/for-sale');
        expect(payload).toContain('type="application/rss+xml" title="For Sale Marketplace" href="/for-sale/feed.xml"');
      }
    });

    test('has metadata for search engines and chat previews in its first HTML', async () => {
      const { id } = await offer(server(), { name: 'Bella', breed: 'Boer', saleDescription: 'A quiet\nmilker' });
      const { payload, headers } = await page(`/for-sale/${id}`);
      expect(headers['x-robots-tag']).toBeUndefined();
      expect(payload.match(/<title>.*<\/title>/g)).toEqual(['<title>Bella, Boer Doe for $1,250 · Bellwether</title>']);
      expect(payload.match(/name="description"/g)).toHaveLength(1);
      const [name, description] = ['Bella, Boer Doe for $1,250', 'A quiet milker – Offered by Sunny Acres'];
      const url = `https://farm.example.org/for-sale/${id}`;
      const shown = ['description', 'og:title', 'canonical', 'og:url'].map((each) => attributes(payload, each));
      expect(shown).toEqual([description, name, url, url]);
      expect(dataOf(payload)).toEqual({
        '@context': 'https://schema.org',
        '@type': 'Product',
        name,
        description,
        sku: 'MJ02',
        category: 'goat',
        offers: {
          '@type': 'Offer',
          price: '1250.00',
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
          url,
          seller: { '@type': 'Organization', name: 'Sunny Acres' },
        },
      });
    });

    test('shows all photos of a listing, the cover first with its size, in the structured data and in the preview', async () => {
      const { farmer, id } = await offer(server(), { name: '"Bella" & <co>' });
      const bytes = await testPicture(60, 40).as('png');
      const { imageUrl } = await farmer.upload('uploadImage', { bytes, name: 'a.png', type: 'image/png' });
      const { db } = server();
      await setPicture(db, farmer.farmId, id, imageUrl);
      const more = ['/uploads/b.webp', '/uploads/c.webp'];
      const photos = more.map((url, position) => ({ farm_id: farmer.farmId, animal_id: id, position, url }));
      await server().insert('listing_photos', photos);
      const { payload } = await page(`/for-sale/${id}`);
      const images = [imageUrl, ...more].map((url) => `https://farm.example.org${url}`);
      const contents = (name: string) => [...payload.matchAll(new RegExp(`property="${name}" content="([^"]*)"`, 'g'))];
      expect(contents('og:image').map(([, url]) => url)).toEqual(images);
      expect(contents('og:image:alt')).toHaveLength(3);
      expect(['og:image:width', 'og:image:height'].map((name) => attributes(payload, name))).toEqual(['60', '40']);
      expect(attributes(payload, 'twitter:card')).toBe('summary_large_image');
      const price = attributes(payload, 'product:price:amount');
      const offers = { price, url: attributes(payload, 'canonical') };
      expect([price, dataOf(payload)]).toMatchObject(['1250.00', { '@type': 'Product', image: images, offers }]);
    });

    test('names the seller’s farm but not the address or the person', async () => {
      const { farmer, id } = await offer(server());
      const { payload } = await page(`/for-sale/${id}`);
      expect(payload).not.toMatch(new RegExp(`private@example|${farmer.username}`));
      const { id: unnamed } = await offer(server(), {}, null);
      expect(attributes((await page(`/for-sale/${unnamed}`)).payload, 'description')).toBe('MJ02, Doe for $1,250');
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
