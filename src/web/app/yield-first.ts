import { yieldToMain } from '#web/lib/yield-to-main.ts';

// Imported first, so that evaluating the modules and running main.tsx are two tasks instead of one long one.
await yieldToMain();
