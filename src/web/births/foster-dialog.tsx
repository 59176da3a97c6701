import type { Animal } from '#contract/animals.ts';
import type { Family } from '#domain/breeding/mothering.ts';
import { Dialog, DialogBody } from '#web/components/dialogs/dialog.tsx';
import { byTag, useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { LabelledCombobox } from '#web/ui/combobox.tsx';
import { Button } from '#web/ui/button.tsx';
import { useRecordOfYoung } from './use-record-of-young.ts';

interface FosterDialogProps {
  readonly young: Animal;
  readonly herd: readonly Animal[];
  readonly families: readonly Family<Animal>[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Females that gave birth in the last days are one tap away. The dam in the pedigree does not change. */
export function FosterDialog({ young, herd, families, isOpen, onClose }: FosterDialogProps) {
  const record = useRecordOfYoung();
  const optionOf = useAnimalOption();
  const foster = (dam: Animal) => {
    onClose();
    void record(young, { kind: 'fostering', rearedById: dam.id }, `fostered to ${fullName(dam)}`);
  };
  const mayRear = ({ id, sex, species, status }: Animal): boolean =>
    sex === 'female' && species === young.species && status === 'active' && id !== young.motherId && id !== young.id;
  const near = families.map(({ dam }) => dam).filter(mayRear);
  const others = herd.filter(mayRear).toSorted(byTag);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Foster" description={<AnimalName animal={young} />}>
      <DialogBody className="flex flex-col gap-2">
        {near.map((dam) => (
          <Button key={dam.id} variant="outline" size="line" onClick={() => foster(dam)}>
            {fullName(dam)}
          </Button>
        ))}
        <LabelledCombobox
          label="Reared by"
          options={others.map(optionOf)}
          value={null}
          onChange={(id) => {
            const dam = others.find((each) => each.id === id);
            if (dam) foster(dam);
          }}
          placeholder="Choose"
          searchPlaceholder="Search by tag or name"
          emptyText="None found"
        />
      </DialogBody>
    </Dialog>
  );
}
