import type { ImportLine } from '../../../../contract/entities/people.ts';
import { fullName } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { fullNameKey, personNameKey } from '../../../../contract/rules/imports/names.ts';
import type { KnownUser } from '../../../db/repositories/people/userAccounts.ts';

const t = messages.userImport;

/** Finds managers given by name instead of address among the active people and the lines of the file. */
export const withManagerEmails = (lines: readonly ImportLine[], users: readonly KnownUser[]): ImportLine[] => {
  const byName = new Map<string, Set<string>>();
  const add = (name: string, email: string): void => {
    const key = personNameKey(name);
    byName.set(key, (byName.get(key) ?? new Set()).add(email.trim().toLowerCase()));
  };
  for (const user of users) if (user.active) add(fullName(user), user.email);
  for (const line of lines) if (line.what !== 'error' && line.email !== '') add(fullName(line), line.email);
  return lines.map((line) => {
    const name = line.manager_email;
    if (name === null || name.includes('@')) return line;
    const candidates = [...(byName.get(fullNameKey(name)) ?? [])];
    const [email] = candidates;
    if (email !== undefined && candidates.length === 1) return { ...line, manager_email: email };
    const error = fill(candidates.length === 0 ? t.managerNobody : t.managerSeveral, { name });
    return { ...line, what: 'error', fields: [], errors: [...line.errors, error] };
  });
};
