import { type Scope, scopes } from '../../contract/entities/scope.ts';

const keyOf = (userId: string): string => `scope.${userId}`;

/** The scope that the user chose last in this tab; null where none was, or the storage is forbidden. */
export const readScope = (userId: string): Scope | null => {
  try {
    const stored = sessionStorage.getItem(keyOf(userId));
    return scopes.find((scope) => scope === stored) ?? null;
  } catch {
    return null;
  }
};

export const storeScope = (userId: string, scope: Scope): void => {
  try {
    sessionStorage.setItem(keyOf(userId), scope);
  } catch (error) {
    // The address still has it.
    console.warn(error);
  }
};
