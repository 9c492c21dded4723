import { object, string } from 'yup';
import { limits } from '../../limits.ts';
import { secondFactor as t } from '../../messages/secondFactor.ts';
import { plainTextTest } from '../plain.ts';

export const passkeyForm = object({
  name: string()
    .trim()
    .default('')
    .required(t.passkeyNameRequired)
    .max(limits.secondFactor.passkeyNameLength, t.passkeyNameLong)
    .test(plainTextTest(t.passkeyName)),
});
export type PasskeyForm = Readonly<{ name: string }>;
