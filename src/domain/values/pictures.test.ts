import { expect, test } from 'vitest';
import { isUploadedName, smallerUrl, smallerUrls } from './pictures.ts';

const name = `${'0a'.repeat(16)}.webp`;

test('an uploaded picture has a smaller version for cards, and other URLs stay unchanged', () => {
  expect(smallerUrl(`/uploads/${name}`, 'card')).toBe(`/uploads/${'0a'.repeat(16)}-card.webp`);
  for (const url of [
    'https://example.org/a.jpg',
    '/uploads/a.webp',
    `https://example.org/uploads/${name}`,
    smallerUrl(`/uploads/${name}`, 'card'),
  ]) {
    expect(smallerUrl(url, 'card')).toBe(url);
  }
});

test('srcset lists the smaller versions of an uploaded picture, and is absent for other pictures', () => {
  const path = `/uploads/${'0a'.repeat(16)}`;
  expect(smallerUrls(`${path}.webp`)).toBe(`${path}-card.webp 640w, ${path}-thumb.webp 256w`);
  expect(smallerUrls('https://example.org/a.jpg')).toBeUndefined();
});

test('only names that the server has generated are upload names', () => {
  expect(isUploadedName(name)).toBe(true);
  expect(isUploadedName(`${'0a'.repeat(16)}-card.webp`)).toBe(true);
  for (const other of [`../${name}`, `${name}\n`, name.toUpperCase(), `${name}/x`, 'a.webp', ''])
    expect(isUploadedName(other)).toBe(false);
});
