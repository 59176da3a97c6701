// @module-tag long
import type { Page, Worker } from 'playwright-core';
import { expect, test } from 'vitest';
import { productTitle } from '#domain/product.ts';
import { phone, setUpBrowser } from '#test/browser.ts';
import { read } from '#test/page-api.ts';

const { openFarm } = setUpBrowser({});

test('notifications are switched on and off in Settings, and one that comes says what is due and opens the dashboard', async () => {
  const { page } = await openFarm({ viewport: phone, serviceWorkers: 'allow' });
  await page.addInitScript(allowNotifications);
  await page.goto('/settings/reminders');
  await choose(page, '06:00');
  await expect.poll(() => pushHour(page)).toBe(6);

  const worker = page.context().serviceWorkers()[0]!;
  await worker.evaluate(collectNotifications);
  const shown = () => worker.evaluate('shown');
  await deliver(page, { overdue: 2, due: 3 });
  await expect.poll(shown).toEqual([{ title: productTitle, body: '2 overdue, 3 due today', tag: 'today' }]);
  await touch(worker);
  await page.waitForURL(({ pathname }) => pathname === '/');
  expect(await shown()).toEqual([]);

  await page.goto('/settings/reminders');
  await choose(page, 'Off');
  await expect.poll(() => pushHour(page)).toBeNull();
});

async function choose(page: Page, option: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Hour' }).last().click();
  await page.getByRole('option', { name: option }).click();
}

/** A headless Chromium allows no notifications, and the service that gives out addresses for them is elsewhere. */
function allowNotifications(): void {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = () => Promise.resolve('granted');
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.example.com/device', keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) } }),
    unsubscribe: () => Promise.resolve(true),
  };
  Object.assign(PushManager.prototype, {
    getSubscription: () => Promise.resolve(subscription),
    subscribe: () => Promise.resolve(subscription),
  });
}

const pushHour = async (page: Page): Promise<number | null> =>
  (await read<{ push: { hour: number | null } }>(page, 'reminders')).push.hour;

/** Inside the worker. */
const collectNotifications = `
  var shown = [];
  ServiceWorkerRegistration.prototype.showNotification = (title, { body, tag }) => {
    shown.push({ title, body, tag });
    return Promise.resolve();
  };
`;

/** Only a person's touch lets a worker bring a window to the front. */
const touch = (worker: Worker) =>
  worker.evaluate(`
    WindowClient.prototype.focus = function () { return Promise.resolve(this); };
    const touched = new Event('notificationclick');
    touched.waitUntil = () => {};
    touched.notification = { close: () => shown.pop() };
    dispatchEvent(touched);
  `);

async function deliver(page: Page, counts: object): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  const registered = new Promise<{ registrationId: string; scopeURL: string }>((resolve) => {
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration);
    });
  });
  await protocol.send('ServiceWorker.enable');
  const { registrationId, scopeURL } = await registered;
  await protocol.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(scopeURL).origin,
    registrationId,
    data: JSON.stringify(counts),
  });
  await protocol.detach();
}
