import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { fakeApi, screen, showPart } from '#test/show-pages.tsx';
import { Form } from '#web/components/forms/form.tsx';
import { FamilySection, HealthSection, IdentitySection, NotesSection, SaleSection } from './animal-form-sections.tsx';
import { animalFormFields, animalInfos, newAnimalValues, type AnimalFormValues } from './animal-form-values.ts';

/** Those whose control is called otherwise than the field. */
const controls: Readonly<Record<string, string>> = { birthYear: 'Year of birth', imageUrl: 'Add a photo' };

test.each([false, true])("the animal's form has a control for each field, by the year of birth: %s", async (isYearOnly) => {
  fakeApi();
  showPart(() => {
    const defaultValues = { ...newAnimalValues, sex: 'male' as const, forSale: true, isYearOnly };
    const form = useForm<AnimalFormValues, unknown, AnimalFormValues>({ defaultValues });
    return (
      <Form form={form} onSubmit={() => {}}>
        <IdentitySection animalId="new" hasStatus onPhotoBusy={() => {}} />
        <FamilySection animalId="new" />
        <HealthSection />
        <SaleSection />
        <NotesSection />
      </Form>
    );
  });
  await screen.findByRole('button', { name: 'Add a photo' });
  const lacks = animalFormFields.filter((field) => {
    const name = controls[field] ?? animalInfos[field].label;
    const byRole = ['button', 'radiogroup'].flatMap((role) => screen.queryAllByRole(role, { name }));
    return screen.queryAllByLabelText(name).length + byRole.length === 0;
  });
  expect(lacks).toEqual([isYearOnly ? 'birthDate' : 'birthYear']);
});
