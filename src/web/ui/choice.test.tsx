import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Choice } from './choice.tsx';

afterEach(() => vi.restoreAllMocks());

test('of views in one line the chosen one is scrolled into view', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const options = ['Growth', 'Dams', 'Season'].map((label) => ({ value: label, label }));
  render(<Choice aria-label="What is shown" layout="line" options={options} value="Season" onChange={() => {}} />);
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('radio', { name: 'Season' })]);
});
