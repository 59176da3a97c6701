// What is known of the calls (calls.ts). It needs the schemas of the contract, so it is loaded later (load-effects.ts).
export { createdIds, createOperation, separatePhoto } from './new-operation.ts';
export { applyOperations, replyOf } from './overlay.ts';
export { rebase } from './rebase.ts';
