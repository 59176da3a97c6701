import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { judgeFemales, type JudgedFemale } from '#domain/performance/keep-or-cull.ts';
import { choresQuery } from '#web/chores/chores.data.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { BottomPanel } from '#web/components/page/bottom-panel.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { useBreedingValues } from '#web/herd/breeding/use-breeding-values.ts';
import { useBreedingRules } from '#web/herd/breeding/use-breeding-rules.ts';
import { count } from '#web/lib/text/format.ts';
import { useRights } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { toggled } from '#web/lib/toggled.ts';
import { Button } from '#web/ui/button.tsx';
import { MotherAndYoung } from '#web/ui/drawings/mother-and-young.tsx';
import { breedingValueFigures, traitsIn } from './breeding-value-figures.ts';
import { reasonText } from './cull-text.ts';
import { type Figure, FigureList } from './figure-list.tsx';
import { type Dam, damFigures } from './figures.ts';
import type { Performance } from './use-performance.ts';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import { maxChoreAnimals } from '#domain/records/chores.ts';
import { useChangeAnimal } from '#web/herd/data/animals.data.ts';
import { plural } from '#domain/values/plural.ts';
import { NoReasonGiven, useWithdrawalReason } from '#web/herd/care/use-withdrawal-reason.tsx';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { useCall } from '#web/lib/server/use-call.ts';

const ThresholdsDialog = lazily(async () => (await import('./thresholds-dialog.tsx')).ThresholdsDialog);
const WeightsDialog = lazily(async () => (await import('./weights-dialog.tsx')).WeightsDialog);

type Judged = JudgedFemale<Dam>;

const index: Figure<Judged> = {
  label: 'Index',
  meaning:
    'for each figure, the share of the other females of her species that she beats, from 0 to 100, averaged with this farm’s weights. Unknown figures do not count. The lowest come first.',
  value: ({ index: value }) => (value === null ? undefined : String(value)),
  text: ({ index: value }) => (value === null ? undefined : `index ${value}`),
  order: ({ index: value }) => (value === null ? null : -value),
};

/** Females with the reasons for culling each. A decision becomes a task or an offer for sale. */
export function CullView({ performance: { dams } }: { readonly performance: Performance }) {
  const rights = useRights();
  const rules = useBreedingRules();
  const { data: chores = [] } = useQuery(choresQuery);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<'weights' | 'thresholds'>();
  const values = useBreedingValues();
  const decide = useDecide(() => setChosen(new Set()));
  const judged = judgeFemales(
    dams.filter(({ animal: { status, isReference } }) => status === 'active' && !isReference),
    { rules, breedingValues: values, today: today() },
  );
  const decided = new Set(
    chores.flatMap(({ name, archivedAt, animalIds }) => (name === cullTask && archivedAt === null ? animalIds : [])),
  );
  const reasonsOf = ({ reasons }: Judged) => reasons.map(reasonText).join(', ');
  const textOf = (one: Judged) =>
    [reasonsOf(one), decided.has(one.animal.id) && 'to be culled', one.animal.forSale && 'for sale'].filter(Boolean).join(' · ');
  const chosenAnimals = judged.filter(({ animal }) => chosen.has(animal.id));
  const toggle = (id: string) => setChosen(toggled(chosen, id));
  if (judged.length === 0) {
    return (
      <EmptyState drawing={<MotherAndYoung />} title="No females to compare yet">
        Record a mating or a birth, or the dam and birth date of an animal. Females are then compared here.
      </EmptyState>
    );
  }
  return (
    <>
      {rights.has('manage') && (
        <div className="mb-4 flex flex-wrap gap-2 print:hidden">
          <Button variant="outline" onClick={() => setOpen('weights')}>
            What counts
          </Button>
          <Button variant="outline" onClick={() => setOpen('thresholds')}>
            Thresholds
          </Button>
        </div>
      )}
      <FigureList
        label="Females"
        items={judged}
        figures={[index, ...damFigures, ...breedingValueFigures(judged, values, 1)]}
        first={index.label}
        below={textOf}
        {...(rights.has('keep') && { chosen, onToggle: toggle })}
      />
      {chosenAnimals.length > 0 && (
        <BottomPanel>
          <div className="flex gap-2 p-2 sm:px-0">
            <Button
              className="grow"
              busy={decide.busy === 'cull'}
              disabled={decide.busy !== undefined}
              onClick={() =>
                void decide.cull(
                  chosenAnimals.map(({ animal }) => animal),
                  (animal) => reasonsOf(chosenAnimals.find((one) => one.animal === animal)!),
                )
              }
            >
              Add a task to cull {count(chosenAnimals.length)}
            </Button>
            <Button
              className="grow"
              variant="outline"
              busy={decide.busy === 'sell'}
              disabled={decide.busy !== undefined}
              onClick={() => void decide.sell(chosenAnimals.map(({ animal }) => animal))}
            >
              Offer {count(chosenAnimals.length)} for sale
            </Button>
          </div>
        </BottomPanel>
      )}
      {decide.dialog}
      {open && (
        <LoadedLater>
          {open === 'weights' ? (
            <WeightsDialog isOpen onClose={() => setOpen(undefined)} />
          ) : (
            <ThresholdsDialog isOpen traits={traitsIn(judged, values)} onClose={() => setOpen(undefined)} />
          )}
        </LoadedLater>
      )}
    </>
  );
}

const cullTask = 'Cull';

/** Turns the decision into a task for today or an offer for sale. */
function useDecide(onDone: () => void) {
  const { mutateAsync: addChore } = useCall('addChore');
  const { mutateAsync: changeAnimal } = useChangeAnimal();
  const { askingForReason, dialog } = useWithdrawalReason();
  const client = useQueryClient();
  const [busy, setBusy] = useState<'cull' | 'sell'>();

  const run = async (what: 'cull' | 'sell', title: string, animals: readonly Animal[], save: () => Promise<unknown>) => {
    setBusy(what);
    try {
      toastSaved(await save(), { title, description: plural(animals.length, 'animal') });
      onDone();
    } catch (error) {
      if (!(error instanceof NoReasonGiven)) toastFailure(error, 'Could not save all of this');
    } finally {
      setBusy(undefined);
      void client.invalidateQueries();
    }
  };

  return {
    busy,
    dialog,
    cull: (animals: readonly Animal[], noteOf: (animal: Animal) => string) =>
      run('cull', 'Task added', animals, async () => {
        let reply: unknown;
        for (let start = 0; start < animals.length; start += maxChoreAnimals) {
          const some = animals.slice(start, start + maxChoreAnimals);
          const note = some.map((animal) => `${animal.tagNumber}: ${noteOf(animal)}`).join('\n');
          reply = await addChore({
            body: {
              id: uuidv7(),
              name: cullTask,
              day: today(),
              animalIds: some.map(({ id }) => id),
              note: note.length > 2000 ? null : note,
            },
          });
        }
        return reply;
      }),
    sell: (animals: readonly Animal[]) =>
      run('sell', 'Offered for sale', animals, async () => {
        let reply: unknown;
        for (const animal of animals) {
          reply = await askingForReason(animal, 'Offer anyway', (reason) =>
            changeAnimal({ id: animal.id, forSale: true, ...(reason !== undefined && { reason }) }),
          );
        }
        return reply;
      }),
  };
}
