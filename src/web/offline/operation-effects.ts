// What operations do to the rows, which takes the schemas of the contract (load-effects.ts).
export { applyOperations, replyOf } from './overlay.ts';
export { rebase } from './rebase.ts';
