import { messages } from '../../../contract/messages.ts';
import { badRequest } from '../../domain/shared/problem.ts';
import type { ServerApp } from '../app.types.ts';
import { guardJson, isStorable, refuseHiddenText, unstorableText } from './textGuard.ts';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('json_invalid', messages.server.notJson);
  }
};

/** Values that cannot be stored are refused before any use case sees them. @throws Problem 400 */
export const parseBody = async (_request: unknown, body: string): Promise<unknown> => {
  if (body === '') return undefined;
  const value = parse(body);
  guardJson(value);
  refuseHiddenText(value);
  return value;
};

/** Bodies must be JSON; any other content type is 415. */
export const addJsonBodies = (app: ServerApp): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseBody);
  app.addHook('preValidation', async ({ query, params }) => {
    for (const values of [query, params])
      for (const [field, value] of Object.entries(values ?? {}))
        for (const text of [value].flat()) if (typeof text === 'string' && !isStorable(text)) throw unstorableText(field);
  });
};
