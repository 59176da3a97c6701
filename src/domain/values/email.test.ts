import { expect, test } from 'vitest';
import { isSameAddress, canonicalMailbox } from './email.ts';

test.each([
  ['ada@example.org', ['Ada@Example.ORG', 'ada+shop@example.org', 'ada+a+b@example.org']],
  ['ada@gmail.com', ['a.d.a@gmail.com', 'A.da+1@GoogleMail.com']],
  ['a.da@example.org', ['a.da@example.org']],
  ['+ada@example.org', ['+ada@example.org']],
])('in the mailbox %s arrives mail to %j', (mailbox, addresses) => {
  for (const address of addresses) expect(canonicalMailbox(address)).toBe(mailbox);
});

test('mailboxes that differ only in case are the same, and no others are', () => {
  const isSame = ['ada@example.ORG', 'ada+1@example.org'].map((address) => isSameAddress('Ada@Example.org', address));
  expect(isSame).toEqual([true, false]);
});
