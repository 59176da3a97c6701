import type { ReactNode } from 'react';
import { isPictureUrl } from '#domain/records/animals.ts';
import { choiceText, type FieldInfo, type Fields, infosOf } from '#domain/records/fields.ts';
import { isCalendarDate } from '#domain/values/dates.ts';
import { notStated } from '#web/lib/forms/record-form.ts';
import { longDate } from '#web/lib/text/format.ts';
import type { ShownMergeField } from './changed-elsewhere.tsx';

interface Known {
  /** Names another record. */
  readonly nameOf?: (id: string) => string | undefined;
  /** Names a line of a list. */
  readonly lineOf?: (line: Readonly<Record<string, unknown>>) => string;
  /** What a choice says that is left open. */
  readonly open?: string;
}

/** Where neither is said there is nothing. */
const yesOrNo: Readonly<Record<string, string>> = { true: 'Yes', false: 'No', undefined: '', null: '', '': '' };

/** What a form value says, where it is compared with the same field as somebody else has changed it. */
export function shownValue(info: FieldInfo | undefined, value: unknown, { nameOf, lineOf, open = '' }: Known = {}): ReactNode {
  const text = typeof value === 'string' ? value : '';
  switch (info?.kind) {
    case 'choice':
      return text === '' || text === notStated ? open : choiceText(info, text);
    case 'yesNo':
      return yesOrNo[String(value)];
    case 'day':
      return isCalendarDate(text) ? longDate(text) : '';
    case 'animal':
    case 'reference':
      return text === '' ? '' : (nameOf?.(text) ?? (info.kind === 'animal' ? 'Another animal' : 'another one'));
    case 'picture':
      return isPictureUrl(text) ? <img src={text} alt="" className="size-16 rounded-lg object-cover" /> : text;
    case 'list':
      return (value as Readonly<Record<string, unknown>>[]).map((line) => lineOf?.(line)).join(', ');
    default:
      return text;
  }
}

/** Each field alone, with its own label. */
export const mergeFieldsOf = <F extends Fields>(fields: F, known?: Known): readonly ShownMergeField<Record<keyof F, unknown>>[] =>
  Object.entries<FieldInfo>(infosOf(fields)).map(([name, info]) => ({
    label: info.label,
    fields: [name],
    show: (values) => shownValue(info, values[name], known),
  }));
