import { press, render, screen, userEvent } from '#test/show-pages.tsx';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Combobox } from './combobox.tsx';

const goats = ['Ada', 'Bea', 'Cleo'].map((label) => ({ value: label.toLowerCase(), label }));

function Picker({ onSubmit }: { onSubmit?: () => void }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <form onSubmit={onSubmit}>
      <label htmlFor="goat">Goat</label>
      <Combobox
        id="goat"
        options={goats}
        value={value}
        onChange={setValue}
        placeholder="Choose a goat"
        searchPlaceholder="Search goats"
        emptyText="No goat found"
        clearLabel="Choose no goat"
      />
      <button type="submit">Save</button>
    </form>
  );
}

const picker = () => screen.getByLabelText('Goat');
const search = () => screen.getByRole('combobox', { name: 'Search goats' });
const rows = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const activeRow = () => document.getElementById(search().getAttribute('aria-activedescendant') ?? '')?.textContent;

test('a letter that is typed on it opens a combobox, and filters the list', async () => {
  render(<Picker />);
  picker().focus();
  await userEvent.keyboard('b');
  expect([(search() as HTMLInputElement).value, rows()]).toEqual(['b', ['Bea']]);
  await userEvent.keyboard('x');
  expect(rows()).toEqual([]);
  expect(screen.getByText('No goat found')).toBeTruthy();
});

test('Enter chooses the active row, and does not submit the form around it; what was chosen can be cleared', async () => {
  const onSubmit = vi.fn<() => void>();
  render(<Picker onSubmit={onSubmit} />);
  await userEvent.click(picker());
  expect(activeRow()).toBe('Ada');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(activeRow()).toBe('Bea');
  await userEvent.keyboard('{Enter}');
  expect(picker().textContent).toContain('Bea');
  expect([screen.queryByRole('listbox'), document.activeElement]).toEqual([null, picker()]);
  expect(onSubmit).not.toHaveBeenCalled();
  await press('Choose no goat');
  expect(picker().textContent).toContain('Choose a goat');
});
