import { expect, test } from 'vitest';
import {
  accountDeletedMail,
  accountReturnedMail,
  addressChangedMail,
  confirmAddressMail,
  passwordChangedMail,
  registrationLinkMail,
  temporaryPasswordMail,
} from '#server/accounts/accounts.mail.ts';
import { paymentFailedMail, planActivatedMail, planEndedMail, trialEndingMail } from '#server/plans/plans.mail.ts';
import { invitationMail } from '#server/members/members.mail.ts';
import { hookSwitchedOffMail } from '#server/integrations/hooks.mail.ts';
import { enquiryMail } from '#server/market/enquiries.mail.ts';
import { searchEmail } from '#server/market/search-mail.ts';
import { morningEmail } from '#server/reminders/morning-mail.ts';
import { renderEmail } from './render-email.ts';
import type { RenderedEmail } from './outbox.queries.ts';

const publicUrl = 'https://farm.example';
const basic = { planType: 'basic', billingCycle: 'yearly', amountCents: 5000, dateFormat: 'mdy', publicUrl } as const;
const due = { day: '2026-11-24', where: null, subjects: [], putOff: null } as const;
const doe = { id: 'abc', species: 'goat', sex: 'female', isCastrated: false, birthDate: null, cents: 25_000 } as const;
const password = { password: 'ABCDEFGHIJKLMNOPQRST', publicUrl };

/** Every mail of the product; add new ones here. Only the enquiry contains text that a person has typed. */
const mails = {
  'an address to confirm': confirmAddressMail({ confirmUrl: `${publicUrl}/confirm-email?token=abc`, days: 7 }),
  'a temporary password': temporaryPasswordMail(password),
  'an account returned': accountReturnedMail(password),
  'a changed password': passwordChangedMail,
  'a changed address': addressChangedMail({ revertUrl: `${publicUrl}/revert-email?token=abc`, hours: 72 }),
  'a deleted account': accountDeletedMail,
  'a plan that renews': planActivatedMail({ ...basic, renewsOn: '2027-11-21' }),
  'a trial': planActivatedMail({ ...basic, trialEndsOn: '2026-12-21', isTest: true }),
  'a plan that ends': planActivatedMail({ ...basic, amountCents: 0, billingCycle: 'monthly', endsOn: '2026-12-21' }),
  'a registration link': registrationLinkMail({ url: `${publicUrl}/login?tab=register&link=abc`, days: 14 }),
  'an invitation': invitationMail({ role: 'vet', days: 7, url: `${publicUrl}/login?invitation=abc` }),
  'a failed payment': paymentFailedMail({ ...basic, amountCents: 521, billingCycle: 'monthly' }),
  'a trial that ends soon': trialEndingMail({ ...basic, trialEndsOn: '2026-12-21', isCancelled: false }),
  'a cancelled trial': trialEndingMail({ ...basic, trialEndsOn: '2026-12-21', isCancelled: true }),
  'what is due': morningEmail(
    {
      due: [
        { ...due, kind: 'pregnancyCheck', part: 'today', animalIds: ['a', 'b'] },
        { ...due, kind: 'vaccination', label: '<b>typed', saidBy: [], part: 'overdue', animalIds: ['a'] },
      ],
      papers: 1,
      stock: 2,
    },
    publicUrl,
  ),
  'a webhook that was switched off': hookSwitchedOffMail({ isGone: false, publicUrl }),
  'a webhook that is gone': hookSwitchedOffMail({ isGone: true, publicUrl }),
  'a plan that has ended': planEndedMail(basic),
  'new animals for sale': searchEmail({
    found: 3,
    newest: [doe, { id: 'def', species: 'sheep', sex: 'male', isCastrated: false, birthDate: null, cents: 80_050 }],
    today: '2026-11-22',
    publicUrl,
    endUrl: `${publicUrl}/favourites?token=abc`,
  }),
  'an enquiry': enquiryMail({
    name: 'Ada',
    email: 'ada@example.org',
    message: 'Is she still there?\nI could come.',
    animals: [{ title: 'Bella, Doe for $250', url: `${publicUrl}/for-sale/abc` }],
  }),
} satisfies Readonly<Record<string, RenderedEmail>>;

test.each(Object.entries<RenderedEmail>(mails))(
  'the mail about %s is the same as text and as HTML, loads nothing and links only to the configured address',
  (_, { subject, text, html: htmlOrNull }) => {
    const html = htmlOrNull ?? '';
    expect(wordsOf(html)).toBe(text.replaceAll(/\s+/g, ' '));
    expect(text).toMatch(/^Hello,\n\n[^]*\n\nBellwether · Farm Management$/);
    expect(html).not.toMatch(/<(?:img|link|style|script|iframe|form|object|video|base)\b|url\(|@import|\bsrc=/i);
    const links = [...`${html} ${text}`.matchAll(/https?:[^\s"<]+/g)].map(([link]) => link);
    for (const link of links) expect(link).toMatch(/^https:\/\/farm\.example\//);
    expect(subject.length).toBeLessThan(60);
    expect(text).not.toMatch(/undefined|null|NaN|\[object|!/);
  },
);

test.each(['"><img src=x onerror=alert(1)>', '</title></head><a href="https://evil.example">Click</a>', '&lt;b&gt;&#60;b&#62;'])(
  'a mail holds %s as text',
  (words) => {
    const tagsOf = (html: string) => html.match(/<[^>]*>/g);
    const { html } = renderEmail('Hay', [words]);
    expect(tagsOf(html)).toEqual(tagsOf(renderEmail('Hay', ['Words']).html));
    expect(wordsOf(html)).toContain(words);
  },
);

test('the price and the dates of a plan are in its mail, to the cent and the day', () => {
  expect(mails['a plan that renews'].text).toContain('Plan: Basic\nPrice: $50 per year\nRenews on: November 21, 2027');
  expect(mails['a trial'].text).toContain('First payment on: December 21, 2026\nTest mode: no money moves');
  expect(mails['a plan that ends'].text).toContain('Price: Free\nEnds on: December 21, 2026');
  expect(mails['a failed payment'].text).toContain('The payment of $5.21 for your Basic plan was refused.');
  expect(mails['a trial that ends soon'].text).toContain('First payment: $50 on December 21, 2026');
  expect(mails['a cancelled trial'].text).toContain('nothing is charged');
});

/** The readable text of the HTML, with the URL of a link after its text as in the plain text. */
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
