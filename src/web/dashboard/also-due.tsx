import type { ReactNode } from 'react';
import { PapersDue, type PapersDueProps } from './papers-due.tsx';
import { StockDue } from './stock-due.tsx';

interface AlsoDueProps extends PapersDueProps {
  /** Only managers may issue papers. */
  readonly mayManage: boolean;
  readonly mayChange: boolean;
}

/** What is due besides the tasks: papers, and what the cupboard lacks. */
export function AlsoDue({ mayManage, mayChange, children, ...known }: AlsoDueProps): ReactNode {
  const { chores, today, ifNone } = known;
  const withStock = (papers: Parameters<typeof children>[0]) => (
    <StockDue chores={chores} today={today} mayChange={mayChange}>
      {(stock) => children([...papers, ...stock])}
    </StockDue>
  );
  if (mayManage) return <PapersDue {...known}>{withStock}</PapersDue>;
  return (
    <>
      {ifNone}
      {withStock([])}
    </>
  );
}
