import { Type } from 'typebox';
import { messages } from '../../contract/messages.ts';
import { badRequest } from '../domain/shared/problem.ts';

/** For routes that change shared data: the version the change is based on. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(Type.String({ maxLength: 40, description: 'the version you read, in quotes; absent or *: any version' })),
});

/** The version from If-Match; null if any. @throws Problem 400 if it is malformed */
export const parseIfMatch = ({ 'if-match': header }: Readonly<{ 'if-match'?: string | undefined }>): number | null => {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^(?:W\/)?"?([1-9]\d{0,8})"?$/.exec(header.trim())?.[1];
  if (version === undefined) throw badRequest('version_invalid', messages.server.versionInvalid, 'if-match');
  return Number(version);
};
