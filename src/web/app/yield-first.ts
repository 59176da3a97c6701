import { yieldToMain } from '#web/lib/yield-to-main.ts';

// Imported first, so that evaluating the other modules and what main.tsx does are two tasks instead of one long one.
await yieldToMain();
