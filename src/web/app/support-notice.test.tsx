import { screen, showPart } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { SupportNotice } from './support-notice.tsx';

function show(user: Parameters<typeof SupportNotice>[0]['user'], inMs: number) {
  const until = new Date(Date.now() + inMs).toISOString();
  showPart(() => [<p key="page">The page</p>, <SupportNotice key="notice" user={user} until={until} />]);
}

test.each([
  [{ farmRole: 'owner', isVisit: false }, /^Support may view your farm until .*\d\d:\d\d\./, 1],
  [{ farmRole: 'worker', isVisit: false }, /^Support may view your farm until/, 0],
  [{ farmRole: 'viewer', isVisit: true }, /^You are viewing this farm with its owner’s consent until/, 0],
] as const)('everybody sees until when support may look on: %o', async (user, text, links) => {
  show(user, 3_600_000);
  await screen.findByText(text);
  expect(screen.queryAllByRole('link', { name: 'Stop it in Settings.' })).toHaveLength(links);
});
