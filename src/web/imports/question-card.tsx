import { Choice } from '#web/ui/choice.tsx';
import { Field, GroupField } from '#web/ui/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/ui/select.tsx';
import { DayQuestion } from './day-question.tsx';
import type { QuestionProps } from './questions.ts';

/** More would push what is below out of sight. */
const mostButtons = 8;

export function QuestionField(props: QuestionProps) {
  if (props.question.asksDay) return <DayQuestion {...props} />;
  return props.question.options.length > mostButtons ? <ListQuestion {...props} /> : <OptionsQuestion {...props} />;
}

const hintOf = ({ answer }: QuestionProps['question']) => answer === null && 'Please choose one.';

const ListQuestion = ({ question, onAnswer }: QuestionProps) => (
  <Field label={question.text} hint={hintOf(question)} className="max-w-md">
    {(control) => (
      <Select value={question.answer ?? ''} onValueChange={onAnswer}>
        <SelectTrigger {...control}>
          <SelectValue placeholder="Choose" />
        </SelectTrigger>
        <SelectContent>
          {question.options.map(({ value, label }) => (
            <SelectItem key={value} value={value}>
              {label}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    )}
  </Field>
);

function OptionsQuestion({ question, onAnswer }: QuestionProps) {
  const isShort = question.options.length <= 3 && question.options.every(({ label }) => label.length <= 10);
  return (
    <GroupField label={question.text} hint={hintOf(question)}>
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
