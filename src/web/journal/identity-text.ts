import type { AnimalTag } from '#contract/animal-tags.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { eidText } from '#domain/eid.ts';

export const numberText = ({ kind, number }: Pick<AnimalTag, 'kind' | 'number'>): string =>
  kind === 'eid' ? eidText(number) : number;

/** From the tag changes of the journal (rule 56). */
export const earlierTagsOf = (
  events: readonly RecordedEvent[],
): readonly { readonly id: string; readonly number: string; readonly toDay: string }[] =>
  events.flatMap((event) =>
    event.kind === 'tagChange' && event.voidedAt === null && event.oldTag !== null
      ? { id: event.id, number: event.oldTag, toDay: event.day }
      : [],
  );
