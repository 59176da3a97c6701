import { expect, test } from 'vitest';
import { mailLink } from './mail-link.ts';

test('the mail link of a listing has the listing as its subject', () => {
  expect(mailLink('anna@farm.example.org', '112 Ada')).toBe('mailto:anna@farm.example.org?subject=112%20Ada');
});

test('an email address cannot add a header, a second address or a body to a mail link', () => {
  expect(mailLink('a?bcc=b@c.org', 'x')).toBe('mailto:a%3Fbcc%3Db@c.org?subject=x');
  expect(mailLink('a@c.org?bcc=b', 'x')).toBe('mailto:a@c.org%3Fbcc%3Db?subject=x');
  expect(mailLink('a@c.org', 'x&bcc=b@c.org\r\nBcc: d')).toBe('mailto:a@c.org?subject=x%26bcc%3Db%40c.org%0D%0ABcc%3A%20d');
});
