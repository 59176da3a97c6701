import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Checklist } from './checklist.tsx';
import type { ListboxOption } from './listbox.tsx';

const goats = ['Ada', 'Bea', 'Beatrix', 'Cleo'].map((label) => ({ value: label.toLowerCase(), label }));

// Only rows that are in sight are rendered, and there is no layout here.
beforeAll(() => {
  for (const side of ['clientHeight', 'clientWidth']) {
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => 288 });
  }
});

function Herd({ options = goats, onSubmit = () => {} }: { options?: readonly ListboxOption[]; onSubmit?: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <label htmlFor="herd">Females</label>
      <Checklist
        id="herd"
        aria-describedby={undefined}
        aria-invalid={undefined}
        options={options}
        chosen={chosen}
        onChange={setChosen}
        searchPlaceholder="Search females"
        emptyText="None found"
      />
    </form>
  );
}

const search = () => screen.getByLabelText<HTMLInputElement>('Females');
const marked = () =>
  screen
    .getAllByRole('option')
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map(({ textContent }) => textContent);

describe('a checklist', () => {
  test('checks and unchecks the active row with Enter, and does not submit the form around it', async () => {
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

  test('checks a row with Space only while nothing is typed', async () => {
    render(<Herd />);
    search().focus();
    await userEvent.keyboard(' ');
    expect(marked()).toEqual(['Ada']);
    await userEvent.keyboard('bea ');
    expect(search().value).toBe('bea ');
    expect(marked()).toEqual([]);
  });

  test('keeps checked rows while the list is filtered, and adds all matches', async () => {
    render(<Herd />);
    await userEvent.click(screen.getByRole('option', { name: 'Cleo' }));
    await userEvent.type(search(), 'bea');
    await userEvent.click(screen.getByRole('button', { name: 'Select all 2' }));
    expect(screen.getByText('3 selected')).toBeTruthy();
    await userEvent.clear(search());
    expect(marked()).toEqual(['Bea', 'Beatrix', 'Cleo']);
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(marked()).toEqual([]);
  });

  test('adds together only what is not to be picked by hand', async () => {
    render(<Herd options={[...goats, { value: 'kid', label: 'Kid', isExcludedFromAll: true }]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Select all 4' }));
    expect(marked()).toEqual(['Ada', 'Bea', 'Beatrix', 'Cleo']);
    await userEvent.click(screen.getByRole('option', { name: 'Kid' }));
    expect(screen.getByText('5 selected')).toBeTruthy();
  });

  test('tells a screen reader how long the list is and which row is active', async () => {
    render(<Herd />);
    search().focus();
    await userEvent.keyboard('{PageDown}');
    const active = document.getElementById(search().getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toBe('Cleo');
    expect(active?.getAttribute('aria-posinset')).toBe('4');
    expect(active?.getAttribute('aria-setsize')).toBe('4');
  });
});
