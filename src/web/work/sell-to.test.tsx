import { act, fakeApi, press, screen, showPart, userEvent } from '#test/show-pages.tsx';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal } from '#test/build-animal.ts';
import type { Animal } from '#contract/animals.ts';
import type { NewEvent } from '#contract/events.ts';
import { Form } from '#web/components/forms/form.tsx';
import { type EventFormValues, newEventValues } from '#web/journal/event-form-values.ts';
import { SellTo } from './sell-to.tsx';

const offered = (salePrice: number, forSale = true) => buildAnimal({ forSale, salePrice });
const [first, second, dear, kept] = [offered(220), offered(220), offered(300.5), offered(220, false)];

test('the price of the listing is proposed if all that are sold share one, or else that of the last time, and a typed one stays', async () => {
  fakeApi({ '/api/events': [recordedEvent({ kind: 'sale', buyer: 'Ann', price: 150 })] });
  let choose: (animals: readonly Animal[]) => void = () => {};
  const Sale = () => {
    const form = useForm<EventFormValues, unknown, NewEvent>({ defaultValues: newEventValues('sale') });
    const [animals, setAnimals] = useState<readonly Animal[]>([]);
    choose = setAnimals;
    return (
      <Form form={form} onSubmit={async () => {}}>
        <SellTo form={form} animals={animals} withheldOf={() => ''} />
      </Form>
    );
  };
  showPart(Sale);
  const price = await screen.findByLabelText<HTMLInputElement>(/^Price of each/);
  const expectProposed = async (animals: readonly Animal[], proposed: string) => {
    act(() => choose(animals));
    await expect.poll(() => price.value).toBe(proposed);
  };
  await expectProposed([first], '220');
  await expectProposed([first, dear], '');
  await expectProposed([first, second], '220');
  await expectProposed([dear], '300.50');
  await expectProposed([first, kept], '');
  await press('Ann', 'radio');
  await expectProposed([first, kept], '150');
  await expectProposed([first, second], '220');
  await expectProposed([], '150');
  await userEvent.clear(price);
  await userEvent.type(price, '180');
  await expectProposed([dear], '180');
});
