// What operations do to the rows. It needs the schemas of the contract, so it is loaded later (load-effects.ts).
export { applyOperations, replyOf } from './overlay.ts';
export { rebase } from './rebase.ts';
