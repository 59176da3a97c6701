import type { Page } from 'playwright-core';
import { expect } from 'vitest';

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

export async function get<T>(page: Page, path: string): Promise<T[]> {
  const answer = await page.request.get(`/api/${path}`);
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T[];
}
