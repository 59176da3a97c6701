import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenToKeyboardReader } from './keyboard-reader.ts';

const eid = '826071339300045';
const read: string[] = [];
let stop: () => void;
let now = 0;

beforeEach(() => {
  vi.useFakeTimers();
  read.length = 0;
  stop = listenToKeyboardReader((text) => read.push(text));
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

/** Presses a key as a browser does: it is entered unless somebody has prevented it, which is the answer. */
function press(key: string, gapMs: number): boolean {
  now += gapMs;
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: now });
  const isEntered = target.dispatchEvent(event);
  if (isEntered && target instanceof HTMLInputElement && target.type === 'text' && key.length === 1) target.value += key;
  return isEntered;
}

/** Returns the keys that were prevented. */
const scan = (text: string, gapMs = 8) => [...Array.from(text), 'Enter'].filter((key) => !press(key, gapMs));

function focused<E extends HTMLElement>(element: E): E {
  document.body.append(element);
  element.focus();
  return element;
}

const input = (type: string) => focused(Object.assign(document.createElement('input'), { type }));

/** The keys that reach a choice, which digits press. */
function pressed(): readonly string[] {
  const keys: string[] = [];
  input('radio').addEventListener('keydown', ({ key }) => keys.push(key));
  return keys;
}

test('a reader that types presses nothing that digits press', () => {
  const keys = pressed();
  scan(eid);
  vi.runAllTimers();
  expect([read, keys]).toEqual([[eid], []]);
});

test.each([
  ['slowly, even if it is an EID', 'text', eid, 120],
  ['fast, but no EID', 'text', 'Marigold', 20],
  ['a password by a program', 'password', eid, 8],
])('what a person types %s, goes into the field', (_, type, text, gap) => {
  const field = input(type);
  expect(scan(text, gap)).toEqual([]);
  expect([read, field.value]).toEqual([[], type === 'password' ? '' : text]);
});

test('a person presses what digits press, a moment later, and before the next key', () => {
  const keys = pressed();
  press('4', 200);
  vi.runAllTimers();
  expect(keys).toEqual(['4']);
  for (const key of ['5', 'Enter']) press(key, 200);
  expect(keys).toEqual(['4', '5', 'Enter']);
});
