import { useState } from 'react';
import { expect, test } from 'vitest';
import { press, screen, showPart } from '#test/show-pages.tsx';
import { focusBeside } from './focus-on.ts';

function Lines() {
  const [lines, setLines] = useState(['First', 'Second', 'Third']);
  return (
    <main id="main" tabIndex={-1}>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <button ref={focusBeside} type="button" onClick={() => setLines(lines.filter((each) => each !== line))}>
              {line}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}

test('a pressed button that is gone gives the focus to what is left beside it, and else to the page', async () => {
  showPart(Lines);
  await press('Second');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Third' }));
  await press('Third');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'First' }));
  await press('First');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
