import { object, string } from 'yup';
import { limits } from '../limits.ts';
import { analytics } from '../messages/analytics.ts';
import { territoryDesk as t } from '../messages/territoryDesk.ts';
import { fill } from '../messages.ts';
import { caseKey } from '../rules/text.ts';
import { plainTextTest } from './plain.ts';

/** decisions 4.10 */
export const territoryForm = object({
  name: string()
    .trim()
    .transform((text: string) => text.normalize('NFC').replaceAll(/\s+/gu, ' '))
    .required(t.nameRequired)
    .max(limits.territories.maxChars, t.nameTooLong)
    .test(plainTextTest(t.name))
    .test({
      name: 'reserved',
      message: fill(t.reserved, { name: analytics.noTerritoryKey }),
      test: (name) => caseKey(name ?? '') !== caseKey(analytics.noTerritoryKey),
    }),
});
