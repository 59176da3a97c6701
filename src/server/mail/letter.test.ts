import { describe, expect, test } from 'vitest';
import {
  accountDeletedMail,
  accountReturnedMail,
  addressChangedMail,
  newAddressMail,
  passwordChangedMail,
  temporaryPasswordMail,
} from '#server/accounts/accounts.mail.ts';
import { paymentFailedMail, planActivatedMail, planEndedMail, trialEndingMail } from '#server/plans/plans.mail.ts';
import type { Recipient } from './letter.ts';
import type { Mail } from './outbox.queries.ts';

const publicUrl = 'https://farm.example';
const at = new Date('2026-11-24T16:30:00Z');
const basic = { planType: 'basic', billingCycle: 'yearly', amountCents: 5000, publicUrl } as const;
const password = { password: 'ABCDEFGHIJKLMNOPQRST', validUntil: at, publicUrl };
const revertUrl = `${publicUrl}/revert-email?token=abc`;

/** Every mail the product writes; a new one joins here. */
const mails: Readonly<Record<string, (to: Recipient) => Mail>> = {
  'a temporary password': (to) => temporaryPasswordMail(to, password),
  'an account returned': (to) => accountReturnedMail(to, password),
  'a changed password': passwordChangedMail,
  'a changed address': (to) => addressChangedMail(to, { newEmail: 'new@example.org', revertUrl, revertUntil: at }),
  'a new address': newAddressMail,
  'a deleted account': accountDeletedMail,
  'a plan that renews': (to) => planActivatedMail(to, { ...basic, renewsOn: '2027-11-21' }),
  'a trial': (to) => planActivatedMail(to, { ...basic, trialEndsOn: '2026-12-21', isTest: true }),
  'a plan that ends': (to) => planActivatedMail(to, { ...basic, amountCents: 0, billingCycle: 'monthly', endsOn: '2026-12-21' }),
  'a failed payment': (to) => paymentFailedMail(to, { ...basic, amountCents: 521, billingCycle: 'monthly' }),
  'a trial that ends soon': (to) => trialEndingMail(to, { ...basic, trialEndsOn: '2026-12-21', isCancelled: false }),
  'a cancelled trial': (to) => trialEndingMail(to, { ...basic, trialEndsOn: '2026-12-21', isCancelled: true }),
  'a plan that has ended': (to) => planEndedMail(to, basic),
};
const names = Object.keys(mails);
const write = (name: string, username = 'Ada'): Mail & { html: string } => {
  const mail = mails[name]?.({ username, email: 'ada@example.org' });
  if (!mail?.html) throw new Error(`there is no mail for ${name}`);
  return { ...mail, html: mail.html };
};

describe.each(names)('the mail about %s', (name) => {
  test('says the same in its text and in its HTML', () => {
    const { text, html } = write(name, `O'Hara & "Sons" <farm>`);
    expect(wordsOf(html)).toBe(text.replaceAll(/\s+/g, ' '));
    expect(text).toMatch(/^Hello O'Hara & "Sons" <farm>,\n\n/);
    expect(text).toMatch(/\n\nBellwether · Farm Management$/);
  });

  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</title></head><a href="https://evil.example">Click</a>',
    '&lt;b&gt;&#60;b&#62;',
  ])('holds %s as text', (username) => {
    const plain = tagsOf(write(name).html);
    const { html } = write(name, username);
    expect(tagsOf(html)).toEqual(plain);
    expect(wordsOf(html)).toContain(`Hello ${username},`);
  });

  test('fetches nothing and leads nowhere but to the address the operator set', () => {
    const { html, text } = write(name);
    expect(html).not.toMatch(/<(?:img|link|style|script|iframe|form|object|video|base)\b|url\(|@import|\bsrc=/i);
    const links = [...`${html} ${text}`.matchAll(/https?:[^\s"<]+/g)].map(([link]) => link);
    for (const link of links) expect(link).toMatch(/^https:\/\/farm\.example\//);
  });

  test('fits into one line of subject and short lines of words', () => {
    const { subject, text } = write(name);
    expect(subject.length).toBeLessThan(60);
    expect(text).not.toMatch(/undefined|null|NaN|\[object|!/);
  });
});

test('without PUBLIC_URL no mail has a link that leads nowhere', () => {
  const without = { publicUrl: undefined };
  const ada = { username: 'Ada', email: 'ada@example.org' };
  for (const { text, html } of [
    temporaryPasswordMail(ada, { ...password, ...without }),
    planActivatedMail(ada, { ...basic, ...without }),
    paymentFailedMail(ada, { ...basic, ...without }),
    planEndedMail(ada, { ...basic, ...without }),
  ]) {
    expect(text + html).not.toMatch(/https?:|<a /);
  }
});

test('what a plan costs and when is in its mail to the cent and the day', () => {
  expect(write('a plan that renews').text).toContain('Plan: Basic\nPrice: $50 per year\nRenews on: November 21, 2027');
  expect(write('a trial').text).toContain(
    'Plan: Basic\nPrice: $50 per year\nFirst payment on: December 21, 2026\nTest mode: no money moves',
  );
  expect(write('a plan that ends').text).toContain('Price: Free\nEnds on: December 21, 2026');
  expect(write('a failed payment').text).toContain('The payment of $5.21 for your Basic plan was refused.');
  expect(write('a trial that ends soon').text).toContain('First payment: $50 on December 21, 2026');
  expect(write('a cancelled trial').text).toContain('nothing is charged');
});

/** What a person reads of it, with the address of a link behind its words as in the text. */
const wordsOf = (html: string): string =>
  html
    .replace(/[^]*<body[^>]*>/, '')
    .replaceAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2: $1')
    .replaceAll('</th>', ': ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' : ', ': ')
    .trim();

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

const tagsOf = (html: string): string[] => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
