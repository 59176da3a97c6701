import { useNavigate } from '@tanstack/react-router';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/ui/select.tsx';

interface WhoseTasksProps {
  readonly names: readonly string[];
  /** Chooses the person whose tasks are shown. */
  readonly person: string | undefined;
}

const everybody = '-';

export function WhoseTasks({ names, person }: WhoseTasksProps) {
  const navigate = useNavigate();
  return (
    <Select
      value={person ?? everybody}
      onValueChange={(name) => void navigate({ to: '/', search: name === everybody ? {} : { for: name }, replace: true })}
    >
      <SelectTrigger aria-label="Whose tasks" width="w-40">
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        <SelectItem value={everybody}>Everybody</SelectItem>
        {names.map((name) => (
          <SelectItem key={name} value={name}>
            {name}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
