import { cn } from './cn.ts';

interface ProgressProps {
  value: number;
  label: string;
  tone?: 'default' | 'near' | 'full';
}

const tones = { default: 'text-primary', near: 'text-status-sold', full: 'text-destructive' } as const;

export const Progress = ({ value, label, tone = 'default' }: ProgressProps) => (
  <progress value={Math.max(0, value)} max={100} aria-label={label} className={cn('bar', tones[tone])} />
);
