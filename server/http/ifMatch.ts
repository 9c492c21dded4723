import { Type } from 'typebox';
import { messages } from '../../contract/messages.ts';
import { badRequest } from '../domain/shared/problem.ts';

/** Of routes that change what two people may have open: the version that the change was made from. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(Type.String({ maxLength: 40, description: 'the version that was seen, in quotes; absent or *: any version' })),
});

/** null where the caller doesn't say. @throws Problem 400 for what is no version */
export const versionSeen = ({ 'if-match': header }: Readonly<{ 'if-match'?: string | undefined }>): number | null => {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^(?:W\/)?"?([1-9]\d{0,8})"?$/.exec(header.trim())?.[1];
  if (version === undefined) throw badRequest('version_invalid', messages.server.versionInvalid, 'if-match');
  return Number(version);
};
