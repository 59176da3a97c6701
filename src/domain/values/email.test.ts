import { expect, test } from 'vitest';
import { isSameAddress, canonicalMailbox } from './email.ts';

test.each([
  ['Ada@Example.ORG', 'ada@example.org'],
  ['ada+shop@example.org', 'ada@example.org'],
  ['ada+a+b@example.org', 'ada@example.org'],
  ['a.d.a@gmail.com', 'ada@gmail.com'],
  ['A.da+1@GoogleMail.com', 'ada@gmail.com'],
  ['a.da@example.org', 'a.da@example.org'],
  ['+ada@example.org', '+ada@example.org'],
])('mail to %s arrives in the mailbox %s', (address, mailbox) => expect(canonicalMailbox(address)).toBe(mailbox));

test('mailboxes that differ only in case are the same, and no others are', () => {
  expect(isSameAddress('Ada@Example.org', 'ada@example.ORG')).toBe(true);
  expect(isSameAddress('ada+1@example.org', 'ada@example.org')).toBe(false);
});
