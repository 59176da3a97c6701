// @module-tag long
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { phoneFirst, setUpBrowser, expectGoodLook } from '#test/browser.ts';
import { someOf } from '#test/long-run.ts';
import { newPerson, registerByApi } from '#test/ui-actions.ts';

const { openPage } = setUpBrowser();

const operation = (id: string, call: string, label: string, rest: object = {}) => ({
  id,
  shape: 1,
  call,
  params: {},
  body: {},
  needs: [],
  label,
  madeAt: new Date().toISOString(),
  clockSkewMs: 0,
  state: 'waiting',
  attempts: 0,
  ...rest,
});

const refused = (last: object) => ({ state: 'refused', attempts: 1, last: { id: '', outcome: 'refused', status: 409, ...last } });
const id = (digit: number) => `018f2b6e-7c1a-7c3e-8a55-0242ac12000${digit}`;

const weight = {
  events: [{ id: id(9), kind: 'weighing', animalId: id(8), day: '2026-11-22', weightGrams: 38_200, method: 'scale' }],
};

const operations = [
  operation(id(1), 'recordEvents', 'Weight of 4-1118', {
    body: weight,
    ...refused({
      code: 'request.invalid',
      status: 400,
      message: 'This animal was sold on November 21, 2026, a day before.',
      errors: [{ path: 'events.0.day', message: 'Choose a day before it was sold' }],
    }),
  }),
  operation(id(2), 'changeAnimal', 'Change of 4-0955', {
    params: { id: id(8) },
    body: { name: 'Sedge', version: 1 },
    state: 'clash',
    last: { id: id(2), outcome: 'clash', code: 'record.stale' },
  }),
  operation(id(3), 'addAnimal', '4-1201 added', {
    body: { id: id(7), tagNumber: '4-1201', species: 'sheep', sex: 'female' },
    ...refused({ code: 'plan.limit_reached', status: 403, message: 'Animal limit reached.' }),
  }),
  operation(id(4), 'addHealthRecord', 'Checkup of 4-1201', { needs: [id(3)] }),
  operation(id(5), 'recordEvents', 'Weight of 4-1109'),
  operation(id(6), 'recordEvents', 'Vaccination of 12 animals'),
];

/** Puts the operations where the browser stores what waits, and opens the page again without a line to the server. */
async function openWaiting(page: Page, waiting: readonly object[]): Promise<void> {
  await registerByApi(page, newPerson('waiting'));
  await page.goto('/');
  await page.getByRole('button', { name: 'Saved. Show what is saved' }).waitFor();
  await page.route('**/api/{sync,changes}*', (route) => route.abort('connectionfailed'));
  await page.evaluate(async (stored) => {
    const [{ name = '' } = {}] = (await indexedDB.databases()).filter((each) => each.name?.startsWith('farm '));
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
    const tx = db.transaction('operations', 'readwrite');
    for (const one of stored) tx.objectStore('operations').add(one);
    await new Promise((resolve) => tx.addEventListener('complete', resolve));
    db.close();
  }, waiting);
  await page.reload();
}

const dot = (page: Page, name: RegExp) => page.getByRole('banner').getByRole('button', { name });

test.each(someOf(phoneFirst, 1))('what waits is shown accessibly on %s', async (_, viewport) => {
  const page = await openPage({ viewport });
  await openWaiting(page, operations);
  await dot(page, /^Needs you 3\./).click();
  const sheet = page.getByRole('dialog', { name: /No signal since/ });
  await sheet.getByText('This animal was sold on November 21, 2026, a day before.').waitFor();
  await expectGoodLook(page);
  await sheet.getByRole('button', { name: "More for 'Weight of 4-1109'" }).click();
  await page.getByRole('menuitem', { name: 'Delete this' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => sheet.getByText('Weight of 4-1109').count()).toBe(0);
  await sheet.getByRole('button', { name: 'Close' }).click();
});
