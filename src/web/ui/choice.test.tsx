import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Choice } from './choice.tsx';

test('of views in one line the chosen one is scrolled to where the first begins, and of others none', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    if (this.role === 'radiogroup') return 34;
    return this.textContent === 'Season' ? 250 : 50;
  });
  const options = ['Growth', 'Dams', 'Season'].map((label) => ({ value: label, label }));
  const { rerender } = render(
    <Choice aria-label="Views" layout="wrapped" options={options} value="Season" onChange={() => {}} />,
  );
  expect(screen.getByRole('radiogroup').scrollLeft).toBe(0);
  rerender(<Choice aria-label="Views" layout="line" options={options} value="Season" onChange={() => {}} />);
  expect(screen.getByRole('radiogroup').scrollLeft).toBe(200);
});
