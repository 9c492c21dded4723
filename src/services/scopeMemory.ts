import { type Scope, scopes } from '../../contract/entities/scope.ts';

const toScopeKey = (userId: string): string => `scope.${userId}`;
const toPersonKey = (userId: string): string => `person.${userId}`;

/** Null if nothing is stored or storage is blocked. */
const read = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
};
const store = (key: string, value: string): void => {
  try {
    sessionStorage.setItem(key, value);
  } catch (error) {
    // Harmless, because the URL contains the choice too.
    console.warn(error);
  }
};

/** The scope last chosen in this tab; null if there is none. */
export const readScope = (userId: string): Scope | null => {
  const storedScope = read(toScopeKey(userId));
  return scopes.find((scope) => scope === storedScope) ?? null;
};
export const storeScope = (userId: string, scope: Scope): void => store(toScopeKey(userId), scope);

/** The person last chosen in this tab; '' if the whole scope was chosen. */
export const readLastPerson = (userId: string): string => read(toPersonKey(userId)) ?? '';
export const storeLastPerson = (userId: string, person: string): void => store(toPersonKey(userId), person);
