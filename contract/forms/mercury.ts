import { object, string } from 'yup';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { plainTextTest } from './plain.ts';

const t = messages.mercury;
const PREFIX = 'secret-token:';
const { webhookSecretMin, webhookSecretMax } = limits.connections;
const secret = new RegExp(`^[\\x20-\\x7e]{${webhookSecretMin},${webhookSecretMax}}$`);

const token = string().trim().default('').required(t.tokenRequired);

/** spec 5.06, 9.12: the browser only refuses a missing token, because other providers may accept other kinds of tokens. */
export const mercuryForm = object({
  token_string: token,
  name: string().trim().default('').required(t.nameRequired).max(limits.connections.nameMax, t.nameLong).test(plainTextTest(t.name)),
});

/** Our server also checks the token's format, and accepts a webhook secret. */
export const mercuryCallForm = mercuryForm.shape({
  token_string: token.test('prefix', t.tokenPrefix, (value) => value.startsWith(PREFIX)).matches(/^[\x21-\x7e]{20,500}$/, t.tokenInvalid),
  webhook_secret: string().trim().default('').matches(secret, { message: t.webhookSecret, excludeEmptyString: true }),
});
