import { type ReactNode, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import type { EventKind } from '#domain/records/events.ts';
import type { HealthStatus } from '#domain/records/animals.ts';
import { AnimalDialog } from '#web/animals/animal-dialog.tsx';
import { newAnimalValues, valuesOf as animalValues, withInput } from '#web/animals/animal-form-values.ts';
import { breedingsOf, speciesOf } from '#web/breeding/breeding-history.ts';
import { EditRecordDialog } from '#web/breeding/edit-record-dialog.tsx';
import { MatingForm } from '#web/breeding/mating-form.tsx';
import { valuesOf as recordValues } from '#web/breeding/record-values.ts';
import { Dialog, DialogBody, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { type Entry, type EntryKind, valuesOf as entryValues } from '#web/farm-lists/entries.ts';
import { EntryDialog } from '#web/farm-lists/entry-dialog.tsx';
import { MoveDialog } from '#web/farm-lists/move-dialog.tsx';
import { type Move, valuesOf as moveValues } from '#web/farm-lists/move-form.tsx';
import { CheckupForm } from '#web/health/checkup-form.tsx';
import { EventDialog } from '#web/journal/event-dialog.tsx';
import { recordedValues } from '#web/journal/event-form-values.ts';
import { TagDialog } from '#web/journal/tag-dialog.tsx';
import { valuesOf as tagValues } from '#web/journal/tag-values.ts';
import { correctionForms } from '#web/lib/forms/correction.ts';
import { toFormValue } from '#web/lib/forms/record-form.ts';
import { gramsOfPounds } from '#domain/values/weights.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { typedPounds } from '#web/lib/text/weight-text.ts';
import type { StoredOperation } from '../queue/operation.ts';
import type { FarmCopy } from '../copy/farm-copy.ts';
import { problemOf } from '../queue/save-answers.ts';
import type { FarmRows } from '../copy/farm-rows.ts';
import { bodyOf, eventsOf, type Json, textOf } from '../queue/operation-body.ts';

interface CorrectionDialogProps extends OpenProps {
  readonly copy: FarmCopy;
  readonly operation: StoredOperation;
}

/**
 * The original form with what was typed and the reason for the refusal. Once it has saved, the operation is no longer refused.
 */
export function CorrectionDialog({ copy, operation: current, isOpen, onClose }: CorrectionDialogProps) {
  // The form keeps the values it was opened with, whatever the server sends.
  const [{ operation, rows }] = useState({ operation: current, rows: copy.rows });
  const dialog = {
    rows,
    operation,
    body: bodyOf(operation),
    of: {
      form: correctionForms + operation.id,
      error: problemOf(operation.last ?? { id: operation.id, outcome: 'refused' }),
    },
    isOpen,
    onClose,
    onSaved: () => void copy.discard([operation]),
  };
  switch (operation.call) {
    case 'addAnimal':
    case 'changeAnimal':
      return <AnimalCorrection {...dialog} />;
    case 'addAnimalTag':
    case 'changeAnimalTag':
      return <TagCorrection {...dialog} />;
    case 'addHealthRecord':
      return isOfHealthForm(dialog.body) ? (
        <CheckupCorrection {...dialog} />
      ) : (
        <EventCorrection {...dialog} body={checkupEvent(dialog.body)} />
      );
    case 'addBreedingRecord':
      return <MatingCorrection {...dialog} />;
    case 'changeBreedingRecord':
      return <RecordCorrection {...dialog} />;
    case 'recordEvents':
    case 'replaceEvent':
      return eventsOf(operation).length > 1 ? <MovesCorrection {...dialog} /> : <EventCorrection {...dialog} />;
    default:
      return <EntryCorrection {...dialog} />;
  }
}

interface CorrectedProps extends OpenProps {
  readonly rows: FarmRows;
  readonly operation: StoredOperation;
  readonly body: Json;
  readonly of: { readonly form: string; readonly error: ReturnType<typeof problemOf> };
  readonly onSaved: () => void;
}

/** After a clash, the record as it was seen and as it is now; after a refusal, as it is now. */
function versionsOf<R>({ state, seen }: StoredOperation, now: R | undefined): { base: R | undefined; theirs?: R | undefined } {
  return state === 'clash' ? { base: (seen as R | undefined) ?? now, theirs: now } : { base: now ?? (seen as R | undefined) };
}

function AnimalCorrection({ rows, operation, body, of, ...dialog }: CorrectedProps) {
  const id = operation.params['id'] ?? textOf(body['id']);
  const { base, theirs } = versionsOf(operation, rows.animals.get(id));
  const animal = operation.call === 'addAnimal' ? undefined : base;
  const values = withInput(animal ? animalValues(animal) : newAnimalValues, body);
  return <AnimalDialog {...dialog} animal={animal} correction={{ ...of, id, values, theirs }} />;
}

function EventCorrection({ rows, operation, body, of, onSaved, ...dialog }: CorrectedProps) {
  const typed = eventsOf(operation)[0] ?? body;
  const event = operation.call === 'replaceEvent' ? rows.events.get(operation.params['id'] ?? '') : undefined;
  const animal = rows.animals.get(textOf(typed['animalId']) || (event?.animalId ?? ''));
  const kind = (typed['kind'] ?? event?.kind) as EventKind;
  const values = recordedValues({ ...event, ...typed, kind } as RecordedEvent);
  return (
    animal && (
      <EventDialog
        {...dialog}
        animal={animal}
        kind={kind}
        event={event}
        correction={{ ...of, id: textOf(typed['id']), values }}
        onSaved={(saved) => {
          onSaved();
          toastSaved(saved, { title: event ? 'Changed' : 'Recorded' });
        }}
      />
    )
  );
}

/** Animals that have since left the farm are not moved. */
function MovesCorrection({ rows, operation, of, ...dialog }: CorrectedProps) {
  const isHere = ({ animalId }: Json) => rows.animals.get(textOf(animalId))?.status === 'active';
  const moves = eventsOf(operation)
    .filter(isHere)
    .map((move) => ({ placeId: null, groupId: null, leavesGroup: false, ...move }) as unknown as Move);
  return <MoveDialog {...dialog} correction={{ ...of, id: moves[0]?.id ?? '', values: moveValues(moves) }} />;
}

function TagCorrection({ rows, operation, body, of, ...dialog }: CorrectedProps) {
  const id = operation.params['id'] ?? textOf(body['id']);
  const { base, theirs } = versionsOf(operation, rows.animalTags.get(id));
  const animal = rows.animals.get(base?.animalId ?? textOf(body['animalId']));
  const values = tagValues({ ...base, ...body });
  const tag = operation.call === 'addAnimalTag' ? undefined : base;
  return animal && <TagDialog {...dialog} animal={animal} tag={tag} correction={{ ...of, id, values, theirs }} />;
}

const entryKinds: Readonly<Record<string, EntryKind>> = { Place: 'place', Group: 'group', Product: 'product' };
const entryRows = { place: 'places', group: 'groups', product: 'products' } as const;

function EntryCorrection({ rows, operation, body, of, onSaved, ...dialog }: CorrectedProps) {
  const kind = entryKinds[operation.call.replace(/^(?:add|change)/, '')] ?? 'place';
  const id = operation.params['id'] ?? textOf(body['id']);
  const { base, theirs } = versionsOf<Entry>(operation, rows[entryRows[kind]].get(id));
  const isNew = operation.call.startsWith('add');
  const values = entryValues(kind, { ...base, ...body });
  return (
    <EntryDialog
      {...dialog}
      kind={kind}
      entry={isNew ? undefined : base}
      correction={{ ...of, id, values, theirs }}
      onSaved={(saved) => {
        onSaved();
        toastSaved(saved, { title: isNew ? 'Added' : 'Changed', description: saved.name });
      }}
    />
  );
}

const allAnimals = ({ animals }: FarmRows): readonly Animal[] => [...animals.values()];

function RecordCorrection({ rows, operation, body, of, ...dialog }: CorrectedProps) {
  const id = operation.params['id'] ?? '';
  const { base, theirs } = versionsOf(operation, rows.breedingRecords.get(id));
  const animals = allAnimals(rows);
  const [breeding] = base ? breedingsOf([base], animals) : [];
  if (!base || !breeding) return null;
  const values = recordValues({ ...base, ...body }, speciesOf(breeding));
  return <EditRecordDialog {...dialog} breeding={breeding} animals={animals} correction={{ ...of, id, values, theirs }} />;
}

interface PageFormDialogProps extends Pick<CorrectedProps, 'isOpen' | 'onClose' | 'onSaved'> {
  readonly title: string;
  readonly children: (done: () => void) => ReactNode;
}

/** For a form that is otherwise part of its page. */
const PageFormDialog = ({ title, isOpen, onClose, onSaved, children }: PageFormDialogProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} width="medium" title={title}>
    <DialogBody>
      {children(() => {
        onSaved();
        onClose();
      })}
    </DialogBody>
  </Dialog>
);

function MatingCorrection({ rows, body, of, ...dialog }: CorrectedProps) {
  const { id, motherId, fatherId, breedingDate } = body as Readonly<Record<string, string>>;
  const animals = allAnimals(rows);
  return (
    <PageFormDialog {...dialog} title="Correct the mating">
      {(done) => (
        <MatingForm
          animals={animals.filter(({ isReference }) => !isReference)}
          outside={animals.filter(({ isReference }) => isReference)}
          correction={{
            ...of,
            id: id ?? '',
            values: {
              fatherId: fatherId ?? null,
              motherIds: [motherId ?? ''],
              date: breedingDate ?? '',
              ids: [[motherId ?? '', id ?? '']],
            },
          }}
          onSaved={done}
        />
      )}
    </PageFormDialog>
  );
}

/** A checkup entered on the animal's page may lack a weight and may name a medicine. */
const isOfHealthForm = ({ weightLbs, veterinarian, medication, dosage, nextDueDate }: Json): boolean =>
  Boolean(weightLbs) && !veterinarian && !medication && !dosage && !nextDueDate;

const checkupEvent = ({ date, weightLbs, ...body }: Json): Json => ({
  ...body,
  kind: 'checkup',
  day: date,
  weightGrams: weightLbs === null ? null : gramsOfPounds(Number(weightLbs)),
});

const daysText = (days: unknown): string => toFormValue('days', days ?? null) as string;

function CheckupCorrection({ rows, body, of, ...dialog }: CorrectedProps) {
  const [animalId, setAnimalId] = useState<string | undefined>(textOf(body['animalId']));
  return (
    <PageFormDialog {...dialog} title="Correct the checkup">
      {(done) => (
        <CheckupForm
          animals={allAnimals(rows).filter(({ status, isReference }) => status === 'active' && !isReference)}
          animalId={animalId}
          onPick={setAnimalId}
          correction={{
            ...of,
            id: textOf(body['id']),
            values: {
              keepsExtras: false,
              weight: typedPounds(Number(body['weightLbs'])),
              healthStatus: body['healthStatus'] as HealthStatus,
              date: textOf(body['date']),
              extras: {
                cdnt: body['cdnt'] === true,
                hoofsTrimmed: body['hoofsTrimmed'] === true,
                dewormed: body['dewormed'] === true,
              },
              meatWithdrawalDays: daysText(body['meatWithdrawalDays']),
              milkWithdrawalDays: daysText(body['milkWithdrawalDays']),
              notes: textOf(body['notes']),
            },
          }}
          onSaved={done}
        />
      )}
    </PageFormDialog>
  );
}
