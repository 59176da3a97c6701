import { expect, test } from 'vitest';
import { isUploadedName, smallerUrl, smallerUrls } from './pictures.ts';

const path = `/uploads/${'0a'.repeat(16)}`;

test('an uploaded picture has smaller versions, and other URLs stay unchanged', () => {
  expect(smallerUrl(`${path}.webp`, 'card')).toBe(`${path}-card.webp`);
  expect(smallerUrls(`${path}.webp`)).toBe(`${path}-card.webp 640w, ${path}-thumb.webp 256w`);
  const others = ['https://example.org/a.jpg', '/uploads/a.webp', `https://example.org${path}.webp`, `${path}-card.webp`];
  expect(others.map((url) => smallerUrl(url, 'card'))).toEqual(others);
  expect(smallerUrls('https://example.org/a.jpg')).toBeUndefined();
});

test('only names that the server has generated are upload names', () => {
  const name = `${'0a'.repeat(16)}.webp`;
  const others = [`../${name}`, `${name}\n`, name.toUpperCase(), `${name}/x`, 'a.webp', ''];
  const names = [name, `${'0a'.repeat(16)}-card.webp`];
  expect([...names, ...others].filter(isUploadedName)).toEqual(names);
});
