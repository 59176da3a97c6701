import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { showPart } from '#test/show-pages.tsx';
import type { Animal } from '#contract/animals.ts';
import type { NewEvent } from '#contract/events.ts';
import { Form } from '#web/components/forms/form.tsx';
import { type EventFormValues, newEventValues } from '#web/journal/event-form-values.ts';
import { SellTo } from './sell-to.tsx';

const offered = (salePrice: number, forSale = true) => buildAnimal({ forSale, salePrice });
const [first, second, dear, kept] = [offered(220), offered(220), offered(300.5), offered(220, false)];
const choices = {
  one: [first],
  alike: [first, second],
  unlike: [first, dear],
  withOneKept: [first, kept],
  none: [],
  dear: [dear],
};

test('the price of the listing is proposed if all that are sold share one, or else that of the last time, and a typed one stays', async () => {
  vi.stubGlobal('fetch', async () => Response.json([recordedEvent({ kind: 'sale', buyer: 'Ann', price: 150 })]));
  const Sale = () => {
    const form = useForm<EventFormValues, unknown, NewEvent>({ defaultValues: newEventValues('sale') });
    const [animals, setAnimals] = useState<readonly Animal[]>([]);
    return (
      <Form form={form} onSubmit={async () => {}}>
        <SellTo form={form} animals={animals} withheldOf={() => ''} />
        {Object.entries(choices).map(([name, chosen]) => (
          <button key={name} type="button" onClick={() => setAnimals(chosen)}>
            {name}
          </button>
        ))}
      </Form>
    );
  };
  showPart(Sale);
  const price = await screen.findByLabelText<HTMLInputElement>(/^Price of each/);
  const proposedFor = async (choice: keyof typeof choices) => {
    await userEvent.click(screen.getByRole('button', { name: choice }));
    return price.value;
  };
  expect([
    await proposedFor('one'),
    await proposedFor('alike'),
    await proposedFor('unlike'),
    await proposedFor('dear'),
    await proposedFor('withOneKept'),
  ]).toEqual(['220', '220', '', '300.50', '']);
  await userEvent.click(screen.getByRole('radio', { name: 'Ann' }));
  expect([price.value, await proposedFor('alike'), await proposedFor('none')]).toEqual(['150', '220', '150']);
  await userEvent.clear(price);
  await userEvent.type(price, '180');
  expect(await proposedFor('dear')).toBe('180');
});
