import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Reading, dispatchReading, useReader } from './use-reader.ts';

const heard: string[] = [];

function Listener({ name, ...options }: { name: string; isOn?: boolean; isFallback?: boolean }) {
  useReader(({ text, eid }: Reading) => heard.push(`${name}: ${eid ?? text}`), options);
  return null;
}

test('the last that listens hears a reading, the fallback where no other does, and nobody a repetition', () => {
  const shell = (...screens: readonly React.ReactNode[]) => (
    <>
      <Listener name="shell" isFallback />
      {screens}
    </>
  );
  const { rerender } = render(shell());
  dispatchReading('0826071339300045');
  dispatchReading('0826071339300045');
  rerender(shell(<Listener key="page" name="page" />, <Listener key="dialog" name="dialog" />));
  dispatchReading('982000196588496');
  rerender(shell(<Listener key="page" name="page" />, <Listener key="dialog" name="dialog" isOn={false} />));
  dispatchReading('MJ-02');
  expect(heard).toEqual(['shell: 826071339300045', 'dialog: 982000196588496', 'page: MJ-02']);
});
