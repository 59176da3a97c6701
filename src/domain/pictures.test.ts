import { expect, test } from 'vitest';
import { cardPictureUrl, isUploadedName } from './pictures.ts';

const name = `${'0a'.repeat(16)}.webp`;

test('an uploaded picture has a version for cards, any other address is its own', () => {
  expect(cardPictureUrl(`/uploads/${name}`)).toBe(`/uploads/${'0a'.repeat(16)}-card.webp`);
  for (const url of [
    'https://example.org/a.jpg',
    '/uploads/a.webp',
    `https://example.org/uploads/${name}`,
    cardPictureUrl(`/uploads/${name}`),
  ]) {
    expect(cardPictureUrl(url)).toBe(url);
  }
});

test('only names that the server makes are names of uploads', () => {
  expect(isUploadedName(name)).toBe(true);
  expect(isUploadedName(`${'0a'.repeat(16)}-card.webp`)).toBe(true);
  for (const other of [`../${name}`, `${name}\n`, name.toUpperCase(), `${name}/x`, 'a.webp', ''])
    expect(isUploadedName(other)).toBe(false);
});
