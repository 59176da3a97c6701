// @module-tag long
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'uqr';
import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser, phone, setUpBrowser } from '#test/browser.ts';
import { addAnimal } from '#test/page-api.ts';
import { newPerson, registerByApi } from '#test/ui-actions.ts';

const { product } = setUpBrowser();

const [width, height] = [640, 480];

/** A film of one picture, in which a QR code stands still. */
function filmOf(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const module = Math.floor(height / size);
  const light = Buffer.alloc(width * height, 255);
  for (let y = 0; y < size * module; y += 1)
    for (let x = 0; x < size * module; x += 1)
      if (data[Math.floor(y / module)]?.[Math.floor(x / module)]) light[y * width + x] = 16;
  const colour = Buffer.alloc(width * height * 0.5, 128);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`), light, colour]);
}

test('a browser without a detector of codes reads the QR code of a tag with the camera, in a worker, and finds the animal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-camera-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const film = join(folder, 'tag.y4m');
  writeFileSync(film, filmOf('G25-033'));
  const browser = await launchBrowser([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]);
  onTestFinished(() => browser.close());
  const context = await browser.newContext({ baseURL: product().url, viewport: phone, hasTouch: true, serviceWorkers: 'block' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'));
  await registerByApi(page, newPerson('ada'));
  await addAnimal(page, 'G25-033', { name: 'Marigold' });
  await page.goto('/');
  await page.getByRole('button', { name: /^Find/ }).tap();
  const finder = page.getByRole('dialog', { name: 'Find' });
  await finder.getByRole('button', { name: 'Scan' }).tap();
  await finder.getByRole('gridcell', { name: /Marigold/ }).waitFor();
  expect(await finder.getByRole('combobox').inputValue()).toBe('G25-033');
  expect(complaints).toEqual([]);
});
