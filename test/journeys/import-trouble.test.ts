// @module-tag long
import { expect, test } from 'vitest';
import { phone, setUpBrowser } from '#test/browser.ts';
import { chooseFile, pick, press, see } from '#test/steps.ts';

const { openFarm } = setUpBrowser();

test('an import continues after connection failures during the upload, an answer and the writing, and the next file with the same headings asks nothing', async () => {
  const { page } = await openFarm({ viewport: phone, isIntercepted: true });
  await page.goto('/animals/import');
  const breakOn = async (method: string, url: string) => {
    let left = 1;
    await page.route(url, (route) =>
      route.request().method() === method && left > 0 ? ((left -= 1), route.abort('connectionfailed')) : route.continue(),
    );
  };
  const chooseFlock = (tag: number) => chooseFile(page, 'flock.csv', `Tag,Sex,Species,Birth wt\n${tag},F,sheep,4\n`);
  await breakOn('POST', '**/api/imports');
  await chooseFlock(1);
  await see(page, 'The server could not be reached');
  await press(page, 'Try again');
  await see(page, 'What the columns mean');

  await breakOn('PATCH', '**/api/imports/*');
  await pick(page, 'Kilograms');
  await see(page, 'Everything you typed is still here');
  expect(await page.getByRole('radio', { name: 'Kilograms' }).isChecked()).toBe(true);
  await press(page, 'Check the rows');
  await see(page, 'This adds 1 new animal');

  await page.route(
    '**/api/imports/*/apply',
    async (route) => {
      await route.fetch();
      await route.abort('connectionfailed');
    },
    { times: 1 },
  );
  await press(page, 'Import 1 animal');
  await see(page, '1 animal was added');
  await page.reload();
  await see(page, '1 animal was added');
  await press(page, 'Another file');
  await chooseFlock(2);
  await press(page, 'Check the rows', 'Import 1 animal');
  await see(page, '1 animal was added');
});
