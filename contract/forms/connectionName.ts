import { object, string } from 'yup';
import { limits } from '../limits.ts';
import { vendorConnect } from '../messages/integrations.ts';
import { plainTextTest } from './plain.ts';

const { name, nameRequired, nameHint } = vendorConnect;

/** The name of a connection, which distinguishes it from others of its kind. */
export const connectionName = string()
  .trim()
  .default('')
  .required(nameRequired)
  .max(limits.connections.nameMax, nameHint)
  .test(plainTextTest(name));

/** The form shown before the vendor's own page opens. */
export const connectionNameForm = object({ name: connectionName });
