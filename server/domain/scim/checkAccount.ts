import { newUserForm } from '../../../contract/forms/user.ts';
import type { AccountInput } from '../people/accountChange.ts';
import { checkForm } from '../shared/checkForm.ts';
import { Problem } from '../shared/problem.ts';
import { ScimProblem } from './scimProblem.ts';

const attributeNames: Readonly<Record<string, string>> = { first_name: 'name.givenName', last_name: 'name.familyName', email: 'emails' };
const checkedFields = ['first_name', 'last_name', 'email'] as const;

/** Checks names and address by the rules of the user form. @throws ScimProblem invalidValue, naming the attribute */
export const checkAccount = async (account: AccountInput): Promise<void> => {
  try {
    await checkForm(newUserForm.pick(checkedFields.filter((field) => account[field] !== undefined)), account);
  } catch (error) {
    const [field, message] = (error instanceof Problem && Object.entries(error.errors ?? {})[0]) || [];
    if (field === undefined) throw error;
    throw new ScimProblem('invalidValue', `${attributeNames[field] ?? field}: ${message}`);
  }
};
