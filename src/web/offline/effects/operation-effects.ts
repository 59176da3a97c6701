// What is known of the calls (calls.ts). It needs the schemas of the contract, so it is loaded later (load-effects.ts).
export { createdIds, createOperation, separatePhoto } from '../queue/new-operation.ts';
export { applyOperations, replyOf } from '../copy/overlay.ts';
export { rebase } from '../queue/rebase.ts';
