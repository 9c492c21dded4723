import { fullName, type User } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useFeature } from '../../app/context.ts';
import { readAllPages } from '../../services/pages.ts';
import { createUsers } from '../../services/users.ts';
import { useAnswer } from '../../shared/useAnswer.ts';

const sellers: readonly User['role'][] = ['salesperson', 'sales_manager', 'vp_sales'];
const nobody: readonly User[] = [];

/** Those whose figures may be asked for, by name; empty until they are known, or where they cannot be read. */
export const usePeople = (): readonly Readonly<{ value: string; label: string }>[] => {
  const { http } = useApp();
  const pages = useFeature('users-pages');
  const load = async (): Promise<readonly User[]> => {
    const all = await readAllPages(createUsers(http, { pages, temporary: false }).page, {});
    return all.filter(({ role }) => sellers.includes(role));
  };
  const people = useAnswer<readonly User[]>(load, {}, messages.userForm.managersFailed).answer ?? nobody;
  return people
    .map((person) => ({ value: `person.${person.id}`, label: fullName(person) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
};
