import { object, string } from 'yup';
import { limits } from '../limits.ts';
import { territoryDesk as t } from '../messages/territoryDesk.ts';
import { plainTest } from './plain.ts';

/** decisions 4.10 */
export const territoryForm = object({
  name: string()
    .trim()
    .transform((text: string) => text.replaceAll(/\s+/gu, ' '))
    .required(t.nameRequired)
    .max(limits.territories.maxChars, t.nameTooLong)
    .test(plainTest(t.name)),
});
