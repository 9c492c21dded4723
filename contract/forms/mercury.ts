import { object, string } from 'yup';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { plain } from './plain.ts';

const text = messages.mercury;
const PREFIX = 'secret-token:';
const { webhookSecretMin, webhookSecretMax } = limits.connections;
const secret = new RegExp(`^[\\x20-\\x7e]{${webhookSecretMin},${webhookSecretMax}}$`);

/** spec 5.06, 9.12: checked in the browser and by the server; the webhook's secret is asked for by the call only. */
export const mercuryForm = object({
  token_string: string()
    .trim()
    .default('')
    .required(text.tokenRequired)
    .test('prefix', text.tokenPrefix, (typed) => typed.startsWith(PREFIX))
    .matches(/^[\x21-\x7e]{20,500}$/, text.tokenInvalid),
  name: string().trim().default('').required(text.nameRequired).max(limits.connections.nameMax, text.nameLong).test(plain(text.name)),
  webhook_secret: string().trim().default('').matches(secret, { message: text.webhookSecret, excludeEmptyString: true }),
});
