import { pen } from './pen.ts';

export function BrokenFence() {
  return (
    <svg viewBox="0 0 200 120" {...pen}>
      <path d="M8 100h184" />
      <path d="M28 100V48l6-6 6 6v52M64 100V48l6-6 6 6v52M132 100V48l6-6 6 6v52M168 100V48l6-6 6 6v52" />
      <path d="M8 62h20M40 62h24M76 62h10M8 80h20M40 80h24M76 80h14M128 62h4M144 62h24M180 62h12M124 80h8M144 80h24M180 80h12" />
      <path d="m84 92 36-8" stroke="var(--color-status-sold)" strokeWidth="4" />
      <path d="M96 108c2-2 4-2 5 0M104 114c2-2 4-2 5 0M112 107c2-2 4-2 5 0" />
    </svg>
  );
}
