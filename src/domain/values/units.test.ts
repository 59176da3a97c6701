import { expect, test } from 'vitest';
import { usualRegional } from './units.ts';

test.each([
  [['en-US', 'en', 'es-US'], { weightUnit: 'lbs', dateFormat: 'mdy' }],
  [['en-GB', 'de', ''], { weightUnit: 'kg', dateFormat: 'dmy' }],
  [['sv', 'zh-Hant-TW'], { weightUnit: 'kg', dateFormat: 'ymd' }],
])('a browser in %j is offered what is usual there', (languages, usual) => {
  for (const language of languages) expect(usualRegional(language)).toEqual(usual);
});
