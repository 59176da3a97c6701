import { pen } from './pen.ts';

export function Hillside() {
  return (
    <svg viewBox="0 0 200 120" {...pen}>
      <circle cx="142" cy="42" r="16" fill="var(--color-straw)" stroke="none" />
      <path d="M142 14v-6M122 22l-4-5M162 22l4-5M114 42h-7M170 42h7" />
      <path d="M4 92c28-34 58-44 92-22 18-18 62-22 100 18" fill="var(--color-background)" />
      <path d="M4 92c28-34 58-44 92-22 18-18 62-22 100 18" />
      <path d="M96 70c14 9 24 18 32 26" />
      <path d="M24 112V92M56 112V92M88 112V92M14 98h84M14 106h84" />
      <path d="M150 108c2-4 2-7 1-11M158 108c-1-4 0-8 2-11M176 104c1-3 1-6 0-9M182 104c0-3 1-6 3-8" />
    </svg>
  );
}
