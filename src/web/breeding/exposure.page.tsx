import { plural } from '#domain/values/plural.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useNavigate } from '@tanstack/react-router';
import { addDays, isCalendarDate } from '#domain/values/dates.ts';
import { isDuring, type Stay, staysOf } from '#domain/breeding/exposures.ts';
import { gestationWindows } from '#domain/breeding/gestation.ts';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { dayText } from '#web/herd/day-text.ts';
import { useExposures } from '#web/herd/data/exposures.queries.ts';
import { mateWords } from '#web/herd/use-only-species.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { today } from '#web/lib/text/today.ts';
import { MotherAndYoung } from '#web/ui/drawings/mother-and-young.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { birthWord } from './breeding-history.ts';
import { daysText, exposureName } from '#web/herd/breeding/exposure-text.ts';
import { Marks } from './marks.tsx';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Exposure } from '#contract/exposures.ts';
import { DangerDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { byRules, Form, FormFields, SubmitButton } from '#web/components/forms/form.tsx';
import { useRights } from '#web/lib/session/session.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { useCall } from '#web/lib/server/use-call.ts';

/** Which females are with which males and since when, the marked females, and taking the males out. */
export function ExposurePage() {
  const { id } = useParams({ from: '/shell/breeding/rams/$id' });
  const herd = useQuery(animalsQuery);
  const { data: outside = [] } = useQuery(outsideParentsQuery);
  const { exposures, moves, queries } = useExposures();
  const failed = [herd, ...queries].find(({ isError }) => isError);
  const exposure = exposures?.find((each) => each.id === id && each.archivedAt === null);
  const animals = new Map([...(herd.data ?? []), ...outside].map((animal) => [animal.id, animal]));
  const title = exposure ? exposureName(exposure, animals) : 'Males with females';
  usePageTitle(title);
  if (failed) {
    return <QueryFailed what="The males with females" query={failed} />;
  }
  if (!exposures || !moves || !herd.data) return <Skeleton className="h-64" />;
  if (!exposure) {
    return (
      <EmptyState drawing={<MotherAndYoung />} title="This record was removed">
        The males and females are no longer recorded as being together.
      </EmptyState>
    );
  }
  const stays = staysOf([exposure], moves, (animalId) => animals.get(animalId)?.sex === 'female');
  const species = animals.get(exposure.maleIds[0] ?? '')?.species ?? 'sheep';
  return (
    <div className="max-w-3xl">
      <PageHeader title={title} back={{ to: '/breeding/rams', label: 'Males' }} />
      <p className="text-muted-foreground">
        {[headsText(stays, species), daysText(exposure, today())].join(' · ')}
        <br />
        {dueText(stays, species)}
      </p>
      <TakeOut exposure={exposure} males={mateWords(species).male + (exposure.maleIds.length === 1 ? '' : 's')} />
      <Marks exposure={exposure} stays={stays} animals={animals} species={species} />
      <TakeBack exposure={exposure} name={title} />
    </div>
  );
}

/** `62 ewes, 2 of them only for a time` */
function headsText(stays: readonly Stay[], species: 'goat' | 'sheep'): string {
  const all = new Set(stays.map(({ femaleId }) => femaleId)).size;
  const now = new Set(stays.flatMap((stay) => (isDuring(stay, today()) ? stay.femaleId : []))).size;
  const { female } = mateWords(species);
  const heads = plural(all, female);
  return now > 0 && now < all ? `${heads}, ${now} of them now` : heads;
}

/** `Lambing from Sun, May 16 to Mon, Jun 21` */
function dueText(stays: readonly Stay[], species: 'goat' | 'sheep'): string {
  const { from, to } = gestationWindows[species];
  const first = stays.map((stay) => stay.from).toSorted()[0] ?? today();
  const last =
    stays
      .map((stay) => stay.to ?? today())
      .toSorted()
      .at(-1) ?? today();
  return `${birthWord(species)} from ${dayText(addDays(first, from), today())} to ${dayText(addDays(last, to), today())}`;
}

const failed = (error: unknown) => toastFailure(error, 'Could not change this');

/** The day the males came out. It can be corrected, or cleared if they went back in. */
function TakeOut({ exposure: { id, inDay, outDay, version }, males }: { readonly exposure: Exposure; readonly males: string }) {
  const [isChanging, setChanging] = useState(outDay === null);
  const change = useCall('changeExposure');
  const mayRecord = useRights().has('record');
  const form = useForm<{ day: string }, unknown, { day: string }>({
    defaultValues: { day: outDay ?? today() },
    resolver: byRules(({ day }) => ({
      day: !isCalendarDate(day) ? 'On which day?' : day < inDay ? 'The day out cannot be before the day in' : undefined,
    })),
  });
  if (!mayRecord) return null;
  const save = async (day: string | null, title: string) => {
    const saved = await change.mutateAsync({ params: { id }, body: { outDay: day, version } }).catch((error: unknown) => {
      failed(error);
      throw error;
    });
    setChanging(day === null);
    toastSaved(saved, { title });
  };
  if (!isChanging) {
    return (
      <p className="mt-2 flex flex-wrap items-center gap-x-3">
        Out on {outDay === null ? '' : dayText(outDay, today())}.
        <Button ref={change.isSuccess ? focusOn : null} variant="link" onClick={() => setChanging(true)}>
          Change
        </Button>
      </p>
    );
  }
  return (
    <Form form={form} onSubmit={({ day }) => save(day, `Out on ${dayText(day, today())}`)} className="mt-3">
      <FormFields className="flex items-end gap-2">
        <FormDayField control={form.control} name="day" label="Out" />
        <SubmitButton busyLabel="Saving..." variant="secondary">
          Take {males} out
        </SubmitButton>
        {outDay !== null && (
          <Button variant="ghost" onClick={() => void save(null, 'Still in')}>
            Still in
          </Button>
        )}
      </FormFields>
    </Form>
  );
}

/** For an exposure that was recorded by mistake. */
function TakeBack({ exposure: { id, version }, name }: { readonly exposure: Exposure; readonly name: string }) {
  const [isAsking, setAsking] = useState(false);
  const change = useCall('changeExposure');
  const navigate = useNavigate();
  const mayManage = useRights().has('manage');
  if (!mayManage) return null;
  const takeBack = () =>
    change.mutateAsync({ params: { id }, body: { isArchived: true, version } }).then((saved) => {
      toastSaved(saved, { title: 'Removed', description: name });
      return navigate({ to: '/breeding/rams', replace: true });
    }, failed);
  return (
    <div className="mt-8 border-t pt-4 print:hidden">
      <Button variant="ghost" onClick={() => setAsking(true)}>
        This was a mistake
      </Button>
      <DangerDialog
        isOpen={isAsking}
        isBusy={change.isPending}
        onClose={() => setAsking(false)}
        title={
          <span dir="auto" className="line-clamp-3 wrap-anywhere">
            Remove {name}?
          </span>
        }
        description="Its breeding records that are still pending are deleted. You can undo this in History."
        act="Remove"
        onAct={() => void takeBack()}
      />
    </div>
  );
}
