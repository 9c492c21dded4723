import type { User } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useFeature } from '../../app/context.ts';
import { readAllPages } from '../../services/pages.ts';
import { createUsers } from '../../services/users.ts';
import { useAnswer } from '../useAnswer.ts';

const nobody: readonly User[] = [];

/** All users the current user may list; empty while loading, after a failure, and unless `wanted`. */
export const useAllUsers = (wanted = true): readonly User[] => {
  const { http } = useApp();
  const pages = useFeature('users-pages');
  const load = async (): Promise<readonly User[]> =>
    wanted ? readAllPages(createUsers(http, { pages, temporary: false }).page, {}) : nobody;
  return useAnswer<readonly User[]>(load, {}, messages.unreachable.title).answer ?? nobody;
};
