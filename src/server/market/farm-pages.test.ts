import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';
import { createWebDir } from '#test/web-dir.ts';

const webDir = createWebDir('<head><meta name="description" content="The product." /><title>Product</title></head>');

const aSlug = () => `farm-${crypto.randomUUID().slice(0, 8)}`;

const publish = (farmer: Person, slug: string | null, story: string | null = null) =>
  farmer.call('changeStorefront', {
    body: { placeName: 'Near Olathe, Kansas', coordinates: '38.88, -94.82', precision: 'km10', slug, story },
  });

const sell = async (server: TestServer, farmName = 'Sunny Acres') => {
  const farmer = await server.register({ plan: 'enterprise', email: `private-${crypto.randomUUID()}@example.org` });
  await farmer.call('changeProfile', { body: { farmName } });
  return farmer;
};

const none = [404, 404, 404];

describeOnEachEngine(
  'the public page of a farm',
  (server) => {
    const get = (url: string) => server().send({ method: 'GET', url });

    test('contains what the farm has published and offers, and nothing else', async () => {
      const [farmer, slug] = [await sell(server()), aSlug()];
      await publish(farmer, slug, 'Four generations\nof milkers');
      const ids = [await farmer.offer({ breed: 'Boer' }), await farmer.offer({ breed: 'Boer' }), await farmer.offer()];
      await farmer.offer({ breed: 'Secret', forSale: false });
      await (await sell(server())).offer();
      const said = { name: 'Sunny Acres', placeName: 'Near Olathe, Kansas', story: 'Four generations\nof milkers' };
      const breeds = [{ species: 'goat', breed: 'Boer' }];
      expect((await get(`/api/farm-pages/${slug}`)).json()).toEqual({ slug, ...said, offered: 3, breeds });
      const animals = async (who = server().visitor(), query: object = {}) =>
        (await who.call('listForSale', { query: { farm: slug, ...query } })).map(({ id }) => id);
      expect(await animals()).toEqual(ids.toReversed());
      // Other lists leave out the caller's own animals (rule 24).
      expect(await animals(farmer)).toEqual(ids.toReversed());
      expect(await animals(undefined, { search: 'boer', sort: 'price' })).toEqual(ids.slice(0, 2));
      expect(await server().call('readListing', { params: { id: ids[0] ?? '' } })).toMatchObject({ farmSlug: slug });
    });

    test('has a title, preview, structured data and feed in its first HTML', async () => {
      const [farmer, slug] = [await sell(server(), '<i>"Farm"</i>'), aSlug()];
      const story = '</script><script>alert(1)</script>';
      await publish(farmer, slug, story);
      const { payload } = await get(`/farms/${slug}`);
      expect([payload.match(/<script/g)?.length, payload.includes('<i>')]).toEqual([1, false]);
      const title = '&lt;i&gt;&quot;Farm&quot;&lt;/i&gt;: animals for sale';
      const url = `https://farm.example.org/farms/${slug}`;
      for (const part of [
        `<title>${title} · Bellwether</title>`,
        `<link rel="canonical" href="${url}" />`,
        `type="application/rss+xml" title="${title}" href="/farms/${slug}/feed.xml"`,
      ])
        expect(payload).toContain(part);
      const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(payload)?.[1] ?? '';
      const said = { name: '<i>"Farm"</i>', description: story, url, address: 'Near Olathe, Kansas' };
      expect(JSON.parse(data)).toEqual({ '@context': 'https://schema.org', '@type': 'Organization', ...said });
      expect(payload).not.toMatch(new RegExp(`@example|${farmer.username}|${farmer.farmId}|38\\.|94\\.`));
    });

    test('exists while the farm has a slug, which is unique', async () => {
      const [ada, bob, slug] = [await sell(server()), await sell(server()), aSlug()];
      const urls = [`/farms/${slug}`, `/api/farm-pages/${slug}`, `/farms/${slug}/feed.xml`];
      const statuses = () => Promise.all(urls.map(async (url) => (await get(url)).statusCode));
      expect(await statuses()).toEqual(none);
      const attempts = await Promise.allSettled([publish(ada, slug), publish(bob, slug)]);
      const refused = attempts.filter(({ status }) => status === 'rejected');
      expect(refused).toMatchObject([{ reason: { code: 'market.slug_taken' } }]);
      expect(await statuses()).toEqual([200, 200, 200]);
      await publish(attempts[0]?.status === 'fulfilled' ? ada : bob, '');
      expect(await statuses()).toEqual(none);
    });

    test('an earlier slug and the id of a deleted animal stay with their farm', async () => {
      const [ada, bob, slug] = [await sell(server()), await sell(server()), aSlug()];
      const { id } = await ada.addAnimal();
      await publish(ada, slug);
      await publish(ada, aSlug());
      await ada.call('deleteAnimal', { params: { id } });
      await expect(publish(bob, slug)).rejects.toMatchObject({ code: 'market.slug_taken' });
      await expect(bob.addAnimal({ id })).rejects.toMatchObject({ code: 'create.conflict' });
      await publish(ada, slug);
    });

    test('a feed lists what is for sale, newest first, as well-formed XML', async () => {
      const [farmer, slug] = [await sell(server()), aSlug()];
      await publish(farmer, slug, 'A & B');
      const first = await farmer.offer({ name: 'Bella <&"\'>', saleDescription: ']]></description>\uFFFE' });
      const second = await farmer.offer({ name: 'Clover' });
      const { headers, payload } = await get(`/farms/${slug}/feed.xml`);
      expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
      const guidOf = (id: string) => `<guid>https://farm.example.org/for-sale/${id}</guid>`;
      expect(payload.match(/<guid>.*?<\/guid>/g)).toEqual([second, first].map(guidOf));
      expect(payload).toContain('<title>Bella &lt;&amp;&quot;&#39;&gt;, Female goat for $250</title>');
      expect(payload).toContain('<description>]]&gt;&lt;/description&gt;\nOffered by Sunny Acres</description>');
      expect(payload).toMatch(/<pubDate>\w{3}, \d\d \w{3} \d{4} 00:00:00 GMT<\/pubDate>/);
      expect(payload).not.toMatch(/@|\uFFFE/);
      expect((await get('/for-sale/feed.xml')).payload).toContain(guidOf(second));
    });

    test('the sitemap contains every listing and every farm’s page once', async () => {
      const [farmer, slug] = [await sell(server()), aSlug()];
      await publish(farmer, slug);
      const [id, sold] = [await farmer.offer(), await farmer.offer()];
      await farmer.changeAnimal(sold, { status: 'sold' });
      let text = '';
      for (const part of (await get('/sitemap.xml')).payload.match(/\/sitemaps\/\w+\.xml/g) ?? [])
        text += (await get(part)).payload;
      for (const path of [`/for-sale/${id}`, `/farms/${slug}`])
        expect(text.split(`<loc>https://farm.example.org${path}</loc>`)).toHaveLength(2);
      expect(text).not.toContain(sold);
    });
  },
  { env: { PUBLIC_URL: 'https://farm.example.org' }, webDir },
);
