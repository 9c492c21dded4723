import { object, string } from 'yup';
import { stripe as t } from '../messages/stripe.ts';
import { connectionName } from './connectionName.ts';

const key = string().trim().default('').required(t.keyRequired);

export const stripeForm = object({ name: connectionName, token_string: key });

/** Our server also checks the key's format, and accepts a webhook secret. */
export const stripeCallForm = stripeForm.shape({
  token_string: key
    .test('restricted', t.keySecret, (value) => !/^sk_/.test(value))
    .matches(/^rk_(live|test)_[A-Za-z0-9]{10,240}$/, t.keyInvalid),
  webhook_secret: string()
    .trim()
    .default('')
    .matches(/^whsec_[\x21-\x7e]{10,200}$/, { message: t.webhookSecret, excludeEmptyString: true }),
});
