import { fill, messages } from '../../../contract/messages.ts';
import type { ConfigError } from '../../../contract/rules/commission/config.ts';
import { brokenLine } from '../../../contract/rules/jsonLines.ts';

/** Errors as they are answered. What JSON.parse says names a place in words that differ from engine to engine, or none: the line is added. */
export const placed = (text: string, errors: readonly ConfigError[]): { path: string; message: string }[] =>
  errors.map(({ path, message }) => {
    const line = path === '$' && !/\bline \d/.test(message) ? brokenLine(text) : null;
    return { path, message: line === null ? message : fill(messages.generalSettings.atLine, { message, line }) };
  });
