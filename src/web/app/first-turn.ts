import { nextTurn } from '#web/lib/next-turn.ts';

// Stands between what the built files do when they are loaded and what main.tsx does, React's own beginning among it.
await nextTurn();
