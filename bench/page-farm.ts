import sharp from 'sharp';
import type { Product } from '#test/product.ts';

export const heads = 10_000;

/** Creates the farm and a marketplace with pictures. Resolves with the cookie of the farmer. */
export async function createFarm(on: Product): Promise<string> {
  const { url } = on;
  const json = { 'content-type': 'application/json' };
  const person = { username: 'shepherd', email: 'shepherd@example.org', password: 'correct horse' };
  const response = await fetch(`${url}/api/auth/register`, { method: 'POST', headers: json, body: JSON.stringify(person) });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await on.addHerd('shepherd', heads);
  for (let number = 0; number < 40; number += 1) {
    const form = new FormData();
    form.set('image', new Blob([await photo(number)]), 'photo.jpg');
    const { imageUrl } = (await (
      await fetch(`${url}/api/upload`, { method: 'POST', headers: { cookie }, body: form })
    ).json()) as { imageUrl: string };
    const animal = {
      tagNumber: `S-${number}`,
      name: `Number ${number}`,
      species: 'sheep',
      sex: 'female',
      forSale: true,
      salePrice: 300 + number,
      saleDescription: 'Quiet ewe, easy lambing, weaned twins twice. Vaccinated, hoofs trimmed in spring.',
      imageUrl,
    };
    const added = await fetch(`${url}/api/animals`, {
      method: 'POST',
      headers: { ...json, cookie },
      body: JSON.stringify(animal),
    });
    if (!added.ok) throw new Error(await added.text());
  }
  return cookie;
}

/** Noise makes it compress as badly as a photo of a sheep. */
function photo(number: number): Promise<Buffer<ArrayBuffer>> {
  return sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#7a8',
      noise: { type: 'gaussian', mean: 128 + number, sigma: 18 },
    },
  })
    .blur(3)
    .jpeg({ quality: 85 })
    .toBuffer();
}
