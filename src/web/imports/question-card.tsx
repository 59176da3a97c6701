import { Choice } from '#web/ui/choice.tsx';
import { GroupField } from '#web/ui/field.tsx';
import { DayQuestion } from './day-question.tsx';
import type { QuestionProps } from './questions.ts';

export const QuestionField = (props: QuestionProps) =>
  props.question.asksDay ? <DayQuestion {...props} /> : <OptionsQuestion {...props} />;

function OptionsQuestion({ question, onAnswer }: QuestionProps) {
  const isShort = question.options.length <= 3 && question.options.every(({ label }) => label.length <= 10);
  return (
    <GroupField label={question.text} hint={question.answer === null && 'Please choose one.'}>
      {(control) => (
        <Choice
          {...control}
          options={question.options}
          value={question.answer ?? undefined}
          onChange={onAnswer}
          layout={isShort ? 'beside' : 'own'}
          className={isShort ? 'max-w-md' : 'sm:grid-cols-2 [&>*]:py-2'}
        />
      )}
    </GroupField>
  );
}
