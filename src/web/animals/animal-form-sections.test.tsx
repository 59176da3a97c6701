import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { Form } from '#web/components/forms/form.tsx';
import { FamilySection, HealthSection, IdentitySection, NotesSection, SaleSection } from './animal-form-sections.tsx';
import { animalFormFields, animalInfos, newAnimalValues, type AnimalFormValues } from './animal-form-values.ts';

const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

function AllSections({ isYearOnly }: { isYearOnly: boolean }) {
  const form = useForm<AnimalFormValues, unknown, AnimalFormValues>({
    defaultValues: { ...newAnimalValues, sex: 'male', forSale: true, isYearOnly },
  });
  return (
    <QueryClientProvider client={client}>
      <Form form={form} onSubmit={() => {}}>
        <IdentitySection animalId="new" hasStatus onPhotoBusy={() => {}} />
        <FamilySection animalId="new" />
        <HealthSection />
        <SaleSection />
        <NotesSection />
      </Form>
    </QueryClientProvider>
  );
}

/** Those whose control is called otherwise than the field. */
const controls: Readonly<Record<string, string>> = { birthYear: 'Year of birth', imageUrl: 'Add a photo' };

test.each(animalFormFields)("the animal's form has a control for '%s'", (name) => {
  render(<AllSections isYearOnly={name === 'birthYear'} />);
  const label = controls[name] ?? animalInfos[name].label;
  const byLabel = screen.queryAllByLabelText(label);
  const byRole = [...screen.queryAllByRole('button', { name: label }), ...screen.queryAllByRole('radiogroup', { name: label })];
  expect([...byLabel, ...byRole]).not.toEqual([]);
});
