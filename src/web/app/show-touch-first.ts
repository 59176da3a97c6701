import { yieldToMain } from '#web/lib/yield-to-main.ts';

/** A screen takes longer to render than a frame, so the answer to a touch is painted first. A hidden tab paints nothing. */
export async function showTouchFirst({ cause }: { readonly cause: string }): Promise<void> {
  if (cause !== 'stay' || document.hidden) return;
  await new Promise(requestAnimationFrame);
  await yieldToMain();
}
