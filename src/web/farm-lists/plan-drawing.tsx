import { useNavigate } from '@tanstack/react-router';
import { Eraser, Plus, Undo2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { type Resolver, useFormState, useWatch } from 'react-hook-form';
import type { Place } from '#contract/places.ts';
import { inFrame, maxCorners, minCorners, type Outline, planSide, type Point, violationOf } from '#domain/records/outlines.ts';
import { BottomPanel } from '#web/components/page/bottom-panel.tsx';
import { byRules, Form, SubmitButton, useFieldError } from '#web/components/forms/form.tsx';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { RecordNotices, useRecordForm } from '#web/components/forms/record-form.tsx';
import { plural } from '#domain/values/plural.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CornerEditor, focusCorner } from './corner-editor.tsx';
import { useEntryCalls, useReadEntry } from './farm-lists.data.ts';
import { planSearch } from './places-search.ts';
import { usePlan } from './use-plan.ts';

interface Drawn {
  readonly outline: Point[];
}

const resolver: Resolver<Drawn, unknown, Drawn> = byRules<Drawn>(({ outline }) => ({
  outline: outline.length === 0 ? tooFew : violationOf(outline),
}));

const tooFew = 'Touch at least three corners';

interface PlanDrawingProps {
  readonly place: Place;
  readonly places: readonly Place[];
}

/** The outline of one place is drawn, and saved on this device if there is no signal. */
export function PlanDrawing({ place, places }: PlanDrawingProps) {
  const { id, name } = place;
  const others = places
    .filter((other) => other.id !== id && other.outline.length > 0)
    .map((other) => ({ id: other.id, name: other.name, outline: other.outline, facts: [] }));
  const plan = usePlan(places.map(({ outline }) => outline));
  const navigate = useNavigate();
  const { change } = useEntryCalls('place');
  const record = useRecordForm<Place, Drawn, Drawn, Place>({
    what: 'This outline',
    failure: 'Could not save the outline',
    stored: place,
    readStored: useReadEntry('place'),
    mergeFields,
    valuesOf: (stored) => ({ outline: stored?.outline ?? [] }),
    resolver,
    draft: { form: `outline ${id}` },
    send: ({ outline }, { version }) => change(id, { outline, version }),
    onSaved: (saved) => {
      const undo = () =>
        void change(id, { outline: place.outline }).catch((error: unknown) => toastFailure(error, 'Could not undo this'));
      toastSaved(saved, {
        title: saved.outline.length === 0 ? 'Taken off the plan' : 'Outline saved',
        description: name,
        action: { label: 'Undo', onPress: undo },
      });
      return leave();
    },
  });
  const { form, submit, failed, failure } = record;
  const leave = async () => {
    record.end();
    await navigate({ to: '/places', search: planSearch(), replace: true });
  };
  const corners = useWatch({ control: form.control, name: 'outline' });
  const { isSubmitting } = useFormState({ control: form.control });
  const problem = useFieldError(form.control, 'outline');
  const editor = useRef<HTMLDivElement>(null);

  const draw = (outline: Outline) =>
    form.setValue('outline', [...outline], { shouldValidate: form.formState.isSubmitted, shouldDirty: true });
  const addCorner = () => {
    draw([...corners, inFrame(nextTo(corners.at(-1)), plan.frame)]);
    requestAnimationFrame(() => editor.current && focusCorner(editor.current, corners.length));
  };

  return (
    <>
      <PageHeader title={`Outline of ${name}`} />
      <Form form={form} onSubmit={submit} className="flex max-w-3xl flex-col gap-3">
        <RecordNotices record={record} />
        <output className="text-sm">{instruction(corners.length)}</output>
        <div ref={editor}>
          {plan.isLoading ? (
            <Skeleton className="h-80" />
          ) : (
            <CornerEditor plan={plan} corners={corners} others={others} onChange={draw} />
          )}
        </div>
        {problem !== undefined && (
          <p role="alert" className="text-sm font-medium text-destructive">
            {problem}
          </p>
        )}
        {failed !== undefined && !isSubmitting && <NotSaved error={failed} fallback={failure} />}
        <CornerButtons corners={corners} onAdd={addCorner} onChange={draw}>
          {place.outline.length > 0 && (
            // What failed is shown.
            <Button
              variant="ghost"
              size="small"
              disabled={isSubmitting}
              onClick={() => void submit({ outline: [] }).catch(() => {})}
            >
              Take off the plan
            </Button>
          )}
        </CornerButtons>
        {/* On a phone the panel lies over the end of the page. */}
        <div className="h-20 sm:hidden" />
        <BottomPanel isWide>
          <div className="flex flex-wrap justify-end gap-2.5 p-3 max-sm:[&>*]:grow sm:px-0">
            <Button variant="outline" disabled={isSubmitting} onClick={() => void leave()}>
              Cancel
            </Button>
            <SubmitButton busyLabel="Saving...">Save</SubmitButton>
          </div>
        </BottomPanel>
      </Form>
    </>
  );
}

const mergeFields = [
  {
    label: 'Outline',
    fields: ['outline'],
    show: ({ outline }: Drawn) => (outline.length === 0 ? '' : plural(outline.length, 'corner')),
  },
] as const;

interface CornerButtonsProps {
  readonly corners: Outline;
  readonly onAdd: () => void;
  readonly onChange: (corners: Outline) => void;
  readonly children: ReactNode;
}

function CornerButtons({ corners, onAdd, onChange, children }: CornerButtonsProps) {
  const { isSubmitting } = useFormState();
  return (
    <div className="flex flex-wrap gap-2.5 max-sm:[&>*]:grow">
      <Button
        variant="outline"
        size="small"
        disabled={isSubmitting || corners.length === 0}
        onClick={() => onChange(corners.slice(0, -1))}
      >
        <Undo2 aria-hidden />
        Remove the last corner
      </Button>
      <Button variant="outline" size="small" disabled={isSubmitting || corners.length === 0} onClick={() => onChange([])}>
        <Eraser aria-hidden />
        Start again
      </Button>
      <Button variant="outline" size="small" disabled={isSubmitting || corners.length >= maxCorners} onClick={onAdd}>
        <Plus aria-hidden />
        Add a corner
      </Button>
      {children}
    </div>
  );
}

/** Where a corner begins that is added with a button: in the middle, then beside the last one. */
const nextTo = (last: Point | undefined): Point =>
  last ? { x: last.x + (last.x > planSide * 0.8 ? -1 : 1) * planSide * 0.1, y: last.y } : { x: planSide / 2, y: planSide / 2 };

function instruction(corners: number): string {
  if (corners === 0) return 'Touch the plan at a corner, then at the next one, all the way around.';
  if (corners >= maxCorners) return `${maxCorners} corners, which is the most. Drag them to where they belong.`;
  const said = `${plural(corners, 'corner')}.`;
  return corners < minCorners ? `${said} Touch the next one.` : `${said} Touch the next one, drag any of them, or save.`;
}
