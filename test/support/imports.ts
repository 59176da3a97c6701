import type { Person } from './engines.ts';

type Answers = Readonly<Record<string, string>>;

export const stage = (person: Person, bytes: string, name = 'flock.csv', fields: Record<string, string> = {}) =>
  person.upload('addImport', { name, bytes, fields });

type Staged = Awaited<ReturnType<typeof stage>>;

export const answer = (person: Person, id: string, answers: Answers): Promise<Staged> =>
  person.call('changeImport', {
    params: { id },
    body: { answers: Object.entries(answers).map(([question, value]) => ({ question, answer: value })) },
  });

export const apply = (person: Person, id: string): Promise<Staged> => person.call('applyImport', { params: { id } });

export const undo = (person: Person, id: string): Promise<Staged> => person.call('undoImport', { params: { id } });

export const rowsOf = (person: Person, id: string, query: { verdict?: 'refused' | 'changed' | 'duplicate' } = {}) =>
  person.call('listImportRows', { params: { id }, query });

export const open = ({ questions }: Staged): string[] => questions.filter((each) => each.answer === null).map(({ id }) => id);

/** Takes a file in that asks no more than this. */
export async function bringIn(person: Person, bytes: string, answers: Answers = {}, name = 'flock.csv'): Promise<Staged> {
  const staged = await stage(person, bytes, name);
  if (Object.keys(answers).length > 0) await answer(person, staged.id, answers);
  return apply(person, staged.id);
}
