import { press, render, screen, userEvent } from '#test/show-pages.tsx';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { Checklist } from './checklist.tsx';

const goats = ['Ada', 'Bea', 'Beatrix', 'Cleo'].map((label) => ({ value: label.toLowerCase(), label }));

// Only rows that are in sight are rendered, and there is no layout here.
beforeAll(() => {
  for (const side of ['clientHeight', 'clientWidth']) {
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => 288 });
  }
});

function Herd({ onSubmit }: { onSubmit?: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <form onSubmit={onSubmit}>
      <label htmlFor="herd">Females</label>
      <Checklist
        id="herd"
        aria-describedby={undefined}
        aria-invalid={undefined}
        options={goats}
        chosen={chosen}
        onChange={setChosen}
        searchPlaceholder="Search females"
        emptyText="None found"
      />
    </form>
  );
}

const search = () => screen.getByLabelText<HTMLInputElement>('Females');
const marked = () => screen.queryAllByRole('option', { selected: true }).map(({ textContent }) => textContent);

test('Enter checks and unchecks the active row, and does not submit the form around it', async () => {
  const onSubmit = vi.fn<() => void>();
  render(<Herd onSubmit={onSubmit} />);
  search().focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(marked()).toEqual(['Bea']);
  expect(screen.getByText('1 selected')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(marked()).toEqual([]);
  expect(onSubmit).not.toHaveBeenCalled();
});

test('checked rows are kept while the list is filtered, and all matches are added together', async () => {
  render(<Herd />);
  await press('Cleo', 'option');
  await userEvent.type(search(), 'bea');
  await press('Select all 2');
  await userEvent.clear(search());
  expect(marked()).toEqual(['Bea', 'Beatrix', 'Cleo']);
  await press('Clear selection');
  expect(marked()).toEqual([]);
});

test('a screen reader is told how long the list is and which row is active', async () => {
  render(<Herd />);
  search().focus();
  await userEvent.keyboard('{PageDown}');
  const active = document.getElementById(search().getAttribute('aria-activedescendant') ?? '');
  const told = [active?.textContent, active?.getAttribute('aria-posinset'), active?.getAttribute('aria-setsize')];
  expect(told).toEqual(['Cleo', '4', '4']);
});
