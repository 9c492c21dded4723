import { type Scope, scopes } from '../../contract/entities/scope.ts';

const toKey = (userId: string): string => `scope.${userId}`;

/** The scope last chosen in this tab; null if there is none or storage is blocked. */
export const readScope = (userId: string): Scope | null => {
  try {
    const storedScope = sessionStorage.getItem(toKey(userId));
    return scopes.find((scope) => scope === storedScope) ?? null;
  } catch {
    return null;
  }
};

export const storeScope = (userId: string, scope: Scope): void => {
  try {
    sessionStorage.setItem(toKey(userId), scope);
  } catch (error) {
    // Harmless, because the URL contains the scope too.
    console.warn(error);
  }
};
