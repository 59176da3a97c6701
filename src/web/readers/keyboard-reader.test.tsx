import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

/** Types as a browser does: the key is entered unless somebody has prevented it. Returns the keys that were prevented. */
function type(keys: readonly string[], gapMs: number): readonly string[] {
  return keys.filter((key) => {
    now += gapMs;
    const target = document.activeElement ?? document.body;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: now });
    const isEntered = target.dispatchEvent(event);
    if (isEntered && target instanceof HTMLInputElement && target.type === 'text' && key.length === 1) target.value += key;
    return !isEntered;
  });
}

const scan = (text: string, gapMs = 8) => type([...Array.from(text), 'Enter'], gapMs);

function focused<E extends HTMLElement>(element: E): E {
  document.body.append(element);
  element.focus();
  return element;
}

const input = (kind: string) => Object.assign(document.createElement('input'), { type: kind });

describe('a reader that types', () => {
  test('is heard without a focus', () => {
    scan(eid);
    scan('MJ-02');
    expect(read).toEqual([eid, 'MJ-02']);
  });

  test('is heard in a field, which keeps what it held and sends no form', () => {
    const field = focused(input('text'));
    field.value = 'tea';
    expect(scan(eid)).toEqual(['Enter']);
    expect([read, field.value]).toEqual([[eid], 'tea']);
  });

  test('presses nothing that digits press', () => {
    const pressed: string[] = [];
    focused(input('radio')).addEventListener('keydown', ({ key }) => pressed.push(key));
    scan(eid);
    vi.runAllTimers();
    expect([read, pressed]).toEqual([[eid], []]);
  });
});

describe('a person who types', () => {
  test.each([
    ['slowly, even if it is an EID', eid, 120],
    ['fast, but no EID', 'Marigold', 20],
  ])('%s, types into the field', (_, text, gap) => {
    const field = focused(input('text'));
    expect(scan(text, gap)).toEqual([]);
    expect([read, field.value]).toEqual([[], text]);
  });

  test('presses what digits press, a moment later, and before the next key', () => {
    const pressed: string[] = [];
    focused(input('radio')).addEventListener('keydown', ({ key }) => pressed.push(key));
    type(['4'], 200);
    vi.runAllTimers();
    expect(pressed).toEqual(['4']);
    type(['5', 'Enter'], 200);
    expect(pressed).toEqual(['4', '5', 'Enter']);
  });

  test('whose password a program types in keeps it', () => {
    focused(input('password'));
    expect(scan(eid)).toEqual([]);
    expect(read).toEqual([]);
  });

  test('holds a key down and it repeats as always', () => {
    focused(document.createElement('a')).tabIndex = 0;
    document.querySelector('a')?.focus();
    const repeated = Array.from({ length: 8 }, () => {
      now += 30;
      const event = new KeyboardEvent('keydown', { key: ' ', repeat: true, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: now });
      return document.activeElement?.dispatchEvent(event);
    });
    expect(repeated).not.toContain(false);
  });

  test('presses a key with Control as always', () => {
    now += 200;
    const event = new KeyboardEvent('keydown', { key: '1', ctrlKey: true, bubbles: true, cancelable: true });
    focused(document.createElement('button')).dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });
});
