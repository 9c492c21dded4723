import { type AnyObjectSchema, type InferType, ValidationError } from 'yup';
import type { ConnectionKind } from '../../contract/entities/connection.ts';
import type { mercuryCallForm } from '../../contract/forms/mercury.ts';
import { quickbooksCallForm } from '../../contract/forms/quickbooks.ts';
import type { stripeCallForm } from '../../contract/forms/stripe.ts';
import { integrationMessages } from '../../contract/messages/integrations.ts';
import { type ConnectionInput, throwFormProblem } from '../domain/connections/connector.ts';
import { firstErrors } from '../domain/shared/checkForm.ts';

/**
 * Validates input against the form; a value that is not text counts as empty.
 * @throws Problem 400 with a message per field
 */
export const readConnectionForm = <Form extends AnyObjectSchema>(form: Form, input: Readonly<Record<string, unknown>>): InferType<Form> => {
  const texts = Object.fromEntries(Object.keys(form.fields).map((key) => [key, typeof input[key] === 'string' ? input[key] : '']));
  try {
    return form.validateSync(texts, { abortEarly: false });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return throwFormProblem(firstErrors(error));
  }
};

/**
 * The invoice-number suffix of an accounting system's company; the company's own name is known once it is connected.
 * @throws Problem 400
 */
export const readSuffix = (kind: ConnectionKind, form: Readonly<Record<string, unknown>>): ConnectionInput => {
  const suffix = readConnectionForm(quickbooksCallForm, form).invoice_suffix;
  return { name: `${integrationMessages[kind].name} ${suffix}`, suffix, settings: {}, secrets: {} };
};

type KeyForm = typeof mercuryCallForm | typeof stripeCallForm;
/** A form with a key, and with a secret where deliveries are signed. @throws Problem 400 */
export const readKeyForm = (form: KeyForm, input: Readonly<Record<string, unknown>>, field: 'key' | 'token'): ConnectionInput => {
  const { name, token_string, webhook_secret } = readConnectionForm(form, input);
  return { name, settings: {}, secrets: { [field]: token_string, ...(webhook_secret === '' ? {} : { webhook_secret }) } };
};
