import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { today } from './steps.ts';

// The request context of a page shares its cookies and sends no foreign Origin.

/** Creates a record as the person who is signed in on the page. */
export async function post<T = { id: string }>(page: Page, path: string, data: object): Promise<T> {
  const answer = await page.request.post(`/api/${path}`, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as T;
}

/** Calls a route of whose answer only the success matters. */
export async function send(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`/api/${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

export async function patch(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.patch(`/api/${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

export const get = <T>(page: Page, path: string): Promise<T[]> => read<T[]>(page, path);

/** One record, or what else a route answers. */
export async function read<T = object>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`/api/${path}`);
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

/** A doe, unless the fields say otherwise; its id. */
export async function addAnimal(page: Page, tagNumber: string, fields: object = {}): Promise<string> {
  return (await post(page, 'animals', { tagNumber, species: 'goat', sex: 'female', ...fields })).id;
}

/** Events of today, unless they say otherwise. */
export async function record(page: Page, ...events: readonly object[]): Promise<void> {
  await post(page, 'events', { events: events.map((event) => ({ id: crypto.randomUUID(), day: today, ...event })) });
}
